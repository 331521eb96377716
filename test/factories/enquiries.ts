import type { Enquiry } from '#src/enquiries/enquiries.contract.ts';
import { enquiries } from '#src/enquiries/server/enquiries.tables.ts';
import type { TestSite } from '../site.ts';

/** Fields of a valid enquiry. */
export const enquiryFields = (changes: Partial<Record<string, string | boolean>> = {}) => ({
  name: 'Test Enquirer',
  email: 'enquirer@readers.test',
  mobile: '+919876543210',
  programme: 'journalism',
  consent: true,
  ...changes,
});

/** Inserts an enquiry and returns its row. */
export async function sendEnquiry(
  { db }: TestSite,
  changes: Partial<Pick<Enquiry, 'name' | 'email' | 'programme'>> = {},
) {
  const { consent: _, ...fields } = enquiryFields();
  const enquiry = { ...fields, programme: 'journalism' as const, consentVersion: '2026-11', createdAt: new Date() };
  const [row] = await db
    .insert(enquiries)
    .values({ ...enquiry, ...changes })
    .returning();
  if (!row) throw new Error('The enquiry was not kept');
  return row;
}
