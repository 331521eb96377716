import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { parseEmail } from '#src/accounts/email.rules.ts';
import { mobileText, parseMobile } from '#src/accounts/people.rules.ts';
import { consentVersion } from '#src/accounts/profile.contract.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { recordAct } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid, type Text } from '#src/platform/errors.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { type Enquiry, type EnquiryFilter, enquiryPageSize } from '../enquiries.contract.ts';
import {
  checkEnquiry,
  type EnquiryForm,
  type EnquiryState,
  enquiryStateText,
  isProgramme,
  programmeText,
} from '../enquiries.rules.ts';
import { enquiryDays } from '../enquiries.settings.ts';
import { siteEmail } from '../site.settings.ts';
import {
  createEnquiry,
  deleteEnquiriesBefore,
  type EnquiryRow,
  listEnquiries,
  updateEnquiry,
} from './enquiries.queries.ts';

// A class of pupils behind one address may all ask; a script may not fill the table.
const perAddress: Limit = { name: 'enquiries', attempts: 40, perSeconds: 3600 };

/** Keeps an enquiry and tells the desk. Throws `invalid` with every fault. */
export async function sendEnquiry(ctx: Context, form: EnquiryForm): Promise<void> {
  const faults = checkEnquiry(form);
  const mobile = parseMobile(form.mobile);
  const email = parseEmail(form.email);
  const { programme } = form;
  if (Object.keys(faults).length || !mobile || !email || !isProgramme(programme))
    throw invalid(faults as Record<string, Text>); // no member is undefined
  await ctx.limits.count(perAddress, ctx.address);
  const enquiry = { name: form.name.trim(), email, mobile: mobileText(mobile), programme };
  const { settings } = ctx;
  const text = translator(defaultLanguage); // the desk's, whichever page it came from
  await ctx.db.transaction(async (tx) => {
    const id = await createEnquiry(tx, { ...enquiry, consentVersion, createdAt: ctx.now() });
    await sendMail(ctx, tx, {
      to: settings.get(siteEmail),
      subject: text('mails.enquirySubject', { name: enquiry.name }),
      body: text('mails.enquiry', {
        ...enquiry,
        programme: text(programmeText[programme]),
        link: `${ctx.config.siteUrl}/admin/enquiries`,
      }),
      replyTo: enquiry.email,
    });
    ctx.log.info({ enquiry: id }, 'enquiry received');
  });
}

/** Enquiries, newest first, a page at a time. */
export async function getEnquiries(
  ctx: Context,
  { before, ...filter }: EnquiryFilter & { before?: number | undefined },
): Promise<{ enquiries: Enquiry[]; more: boolean }> {
  const rows = await listEnquiries(ctx.db, filter, enquiryPageSize + 1, before);
  return { enquiries: rows.slice(0, enquiryPageSize).map(enquiryView), more: rows.length > enquiryPageSize };
}

/** Changes the state or the note of an enquiry; what is not sent stays. Throws `not_found`. */
export async function changeEnquiry(
  ctx: Context,
  id: number,
  { state, note }: { state?: EnquiryState | undefined; note?: string | undefined },
): Promise<Enquiry> {
  const change = { ...(state && { state, changedAt: ctx.now() }), ...(note !== undefined && { note }) };
  if (Object.keys(change).length === 0) throw new AppError('bad_request', 'errors.badRequest');
  return ctx.db.transaction(async (tx) => {
    const row = await updateEnquiry(tx, id, change);
    if (!row) throw new AppError('not_found', 'enquiries.notFound');
    if (state) await recordAct(ctx, tx, { action: 'enquiry.state', subject: `enquiry ${id}`, details: { state } });
    return enquiryView(row);
  });
}

const exportBatch = 500;

/**
 * Every enquiry that a filter lets through as CSV: with a byte order mark, without which Excel takes it for Latin-1, and
 * with a ' before what a spreadsheet would run as a formula. Read in batches while it is sent.
 */
export async function exportEnquiries(ctx: Context, filter: EnquiryFilter): Promise<Readable> {
  await recordAct(ctx, ctx.db, { action: 'enquiries.exported', subject: 'enquiries', details: { ...filter } });
  const { text } = ctx;
  const header = ['received', 'name', 'email', 'mobile', 'programme', 'state', 'note'] as const;
  async function* records() {
    yield header.map((column) => text(`enquiries.${column}`));
    let before: number | undefined;
    do {
      const rows = await listEnquiries(ctx.db, filter, exportBatch, before);
      for (const row of rows)
        yield [
          indianTime.format(row.createdAt),
          row.name,
          row.email,
          row.mobile,
          text(programmeText[row.programme]),
          text(enquiryStateText[row.state]),
          row.note,
        ];
      before = rows.length === exportBatch ? rows.at(-1)?.id : undefined;
    } while (before !== undefined);
  }
  const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' });
  pipeline(Readable.from(records()), csv, () => {}); // a failure ends the stream that is being sent, which tells
  return csv;
}

// "2026-11-22 09:30": what spreadsheets in every country read as a time.
const indianTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** Deletes what was answered or closed long enough ago. */
export const purgeEnquiries: Job<object> = {
  name: 'pages.purge-enquiries',
  cron: '10 22 * * *', // 3:40 in India
  async run(ctx) {
    const days = ctx.settings.get(enquiryDays);
    const count = await deleteEnquiriesBefore(ctx.db, new Date(ctx.now().getTime() - days * 86_400_000));
    if (count) ctx.log.info({ count }, 'old enquiries deleted');
  },
};

const enquiryView = (row: EnquiryRow): Enquiry => ({
  id: row.id,
  name: row.name,
  email: row.email,
  mobile: row.mobile,
  programme: row.programme,
  state: row.state,
  note: row.note,
  created_at: row.createdAt.toISOString(),
  changed_at: row.changedAt?.toISOString() ?? null,
});
