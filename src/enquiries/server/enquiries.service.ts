import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { consentVersion } from '#src/accounts/account/profile.contract.ts';
import { parseEmail } from '#src/accounts/users/email.rules.ts';
import { mayMail } from '#src/accounts/users/server/mailboxes.service.ts';
import { mobileText, parseMobile } from '#src/accounts/users/users.rules.ts';
import { defineLimit } from '#src/calls/call.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import { type Enquiry, type EnquiryFilter, enquiryPageSize } from '../enquiries.contract.ts';
import {
  checkEnquiry,
  type EnquiryForm,
  type EnquiryState,
  enquiryStateText,
  isProgramme,
  programmeText,
} from '../enquiries.rules.ts';
import { countNew, createEnquiry, type EnquiryRow, listEnquiries, updateEnquiry } from './enquiries.queries.ts';

// Allows a school class behind one IP address, but stops a script from filling the table.
const perAddress = defineLimit({ name: 'enquiries', attempts: 40, perSeconds: 3600 });

/** Stores an enquiry and notifies the desk by mail. Throws `invalid` with all errors. */
export async function sendEnquiry(ctx: Context, form: EnquiryForm): Promise<void> {
  const errors = checkEnquiry(form);
  const mobile = parseMobile(form.mobile);
  const email = parseEmail(form.email);
  const { programme } = form;
  if (Object.keys(errors).length || !mobile || !email || !isProgramme(programme)) throw invalid(errors);
  await ctx.limits.count(perAddress, ctx.address);
  const enquiry = { name: form.name.trim(), email, mobile: mobileText(mobile), programme };
  const { settings } = ctx;
  const text = translator(defaultLanguage); // the desk's language, whatever the page's
  await ctx.db.transaction(async (tx) => {
    const id = await createEnquiry(tx, { ...enquiry, consentVersion, createdAt: ctx.now() });
    ctx.log.info({ enquiry: id }, 'enquiry received');
    const to = settings.get(siteEmail);
    if (!(await mayMail(ctx, tx, 'desk', to))) return; // the newsroom's list shows it anyway
    await sendMail(ctx, tx, {
      to,
      subject: text('mails.enquirySubject', { name: enquiry.name }),
      body: text('mails.enquiry', {
        ...enquiry,
        programme: text(programmeText[programme]),
        link: `${ctx.config.siteUrl}/admin/enquiries`,
      }),
      replyTo: enquiry.email,
    });
  });
}

/** A page of enquiries, newest first. */
export async function getEnquiries(
  ctx: Context,
  { before, ...filter }: EnquiryFilter & { before?: number | undefined },
): Promise<{ enquiries: Enquiry[]; more: boolean }> {
  const rows = await listEnquiries(ctx.db, filter, enquiryPageSize + 1, before);
  return { enquiries: rows.slice(0, enquiryPageSize).map(enquiryView), more: rows.length > enquiryPageSize };
}

/** Changes the state or the note of an enquiry; missing fields stay unchanged. Throws `not_found`. */
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
    if (state)
      await recordAuditEvent(ctx, tx, { action: 'enquiry.state', subject: `enquiry ${id}`, details: { state } });
    return enquiryView(row);
  });
}

const exportBatch = 500;

/**
 * All enquiries that match a filter as CSV, streamed in batches: with a byte order mark, without which Excel assumes
 * Latin-1, and with a ' before values that a spreadsheet would run as formulas.
 */
export async function exportEnquiries(ctx: Context, filter: EnquiryFilter): Promise<Readable> {
  await recordAuditEvent(ctx, ctx.db, { action: 'enquiries.exported', subject: 'enquiries', details: { ...filter } });
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
  pipeline(Readable.from(records()), csv, () => {}); // a failure destroys the response stream
  return csv;
}

// "2026-11-22 09:30", which spreadsheets parse as a time in every locale.
const indianTime = indianDateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

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

/** How many enquiries nobody has answered. */
export const countNewEnquiries = ({ db }: Context): Promise<number> => countNew(db);
