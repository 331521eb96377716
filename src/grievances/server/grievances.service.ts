import { parseEmail } from '#src/accounts/users/email.rules.ts';
import { mayMail } from '#src/accounts/users/server/mailboxes.service.ts';
import { defineLimit } from '#src/calls/call.ts';
import { defaultLanguage, type Language, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { type Grievance, type GrievanceFilter, grievancePageSize } from '../grievances.contract.ts';
import {
  checkGrievance,
  type Disclosure,
  decisionDue,
  disclose,
  type GrievanceDecision,
  type GrievanceForm,
  grievanceNumber,
  grievanceStateText,
  grievanceTopicText,
  indianMonth,
  isTopic,
} from '../grievances.rules.ts';
import {
  countByMonth,
  countPending,
  createGrievance,
  decidePending,
  findGrievance,
  type GrievanceRow,
  listGrievances,
} from './grievances.queries.ts';
import { getOfficer } from './officer.service.ts';

const perAddress = defineLimit({ name: 'grievances', attempts: 10, perSeconds: 3600 });

/** The monthly disclosure that the IT Rules require, newest month first. */
export const getDisclosure = async ({ db, now }: Context): Promise<Disclosure[]> =>
  disclose(await countByMonth(db), indianMonth(now()));

/** Stores a grievance, acknowledges it by mail and notifies the officer. Throws `invalid` with all errors. */
export async function sendGrievance(ctx: Context, form: GrievanceForm): Promise<{ number: string }> {
  const errors = checkGrievance(form);
  const { topic } = form;
  if (Object.keys(errors).length || !isTopic(topic)) throw invalid(errors);
  await ctx.limits.count(perAddress, ctx.address);
  const email = parseEmail(form.email) ?? ''; // checkGrievance has validated it: never empty
  const { language, now } = ctx;
  const receivedAt = now();
  const words = { name: form.name.trim(), email, text: form.text.trim() };
  const number = await ctx.db.transaction(async (tx) => {
    const number = grievanceNumber(await createGrievance(tx, { ...words, topic, language, receivedAt }), receivedAt);
    if (await mayMail(ctx, tx, 'grievance', email))
      await acknowledge(ctx, tx, { ...words, number, topic, language, receivedAt });
    const { officerEmail } = getOfficer(ctx);
    if (!(await mayMail(ctx, tx, 'desk', officerEmail))) return number; // the newsroom's list shows it anyway
    const desk = translator(defaultLanguage);
    await sendMail(ctx, tx, {
      to: officerEmail,
      subject: desk('mails.grievanceSubject', { number, name: words.name }),
      body: desk('mails.grievance', {
        ...words,
        number,
        topic: desk(grievanceTopicText[topic]),
        due: dayIn(defaultLanguage, decisionDue(receivedAt)),
        link: `${ctx.config.siteUrl}/admin/grievances`,
      }),
      replyTo: words.email,
    });
    return number;
  });
  ctx.log.info({ grievance: number }, 'grievance received');
  return { number };
}

// Contains no user input: the mailbox may be another person's, and the form must not relay messages.
async function acknowledge(
  ctx: Context,
  tx: Db,
  {
    number,
    email,
    topic,
    language,
    receivedAt,
  }: Pick<GrievanceRow, 'email' | 'topic' | 'language' | 'receivedAt'> & { number: string },
): Promise<void> {
  const text = translator(language);
  const { officer: name, officerEmail } = getOfficer({ ...ctx, text });
  await sendMail(ctx, tx, {
    to: email,
    subject: text('mails.grievanceReceivedSubject', { number }),
    body: text('mails.grievanceReceived', {
      number,
      topic: text(grievanceTopicText[topic]),
      date: dayIn(language, receivedAt),
      due: dayIn(language, decisionDue(receivedAt)),
      officer: name,
    }),
    replyTo: officerEmail,
  });
}

/** A page of grievances, newest first. */
export async function getGrievances(
  ctx: Context,
  { before, ...filter }: GrievanceFilter & { before?: number | undefined },
): Promise<{ grievances: Grievance[]; more: boolean }> {
  const rows = await listGrievances(ctx.db, filter, grievancePageSize + 1, before);
  return { grievances: rows.slice(0, grievancePageSize).map(grievanceView), more: rows.length > grievancePageSize };
}

/** Stores and mails the decision. Throws `not_found`, and `conflict` if already decided. */
export async function decideGrievance(
  ctx: Context,
  id: number,
  { state, decision }: { state: GrievanceDecision; decision: string },
): Promise<Grievance> {
  const decided = { state, decision, decidedAt: ctx.now(), decidedBy: requireUser(ctx).name };
  return ctx.db.transaction(async (tx) => {
    const row = await decidePending(tx, id, decided);
    if (!row)
      throw (await findGrievance(tx, id))
        ? new AppError('conflict', 'grievances.alreadyDecided')
        : new AppError('not_found', 'grievances.notFound');
    const number = grievanceNumber(id, row.receivedAt);
    await recordAuditEvent(ctx, tx, { action: 'grievance.decided', subject: `grievance ${id}`, details: { state } });
    const text = translator(row.language);
    const { officer: officerName, officerEmail } = getOfficer({ ...ctx, text });
    await sendMail(ctx, tx, {
      to: row.email,
      subject: text('mails.grievanceDecidedSubject', { number }),
      body: text('mails.grievanceDecided', {
        name: row.name,
        number,
        state: text(grievanceStateText[state]),
        decision,
        officer: officerName,
        link: ctx.config.siteUrl + pathIn(row.language, '/grievance'),
      }),
      replyTo: officerEmail,
    });
    return grievanceView(row);
  });
}

const dayIn = (language: Language, day: Date) =>
  indianDateFormat(languages[language].locale, { dateStyle: 'long' }).format(day);

const grievanceView = (row: GrievanceRow): Grievance => ({
  id: row.id,
  number: grievanceNumber(row.id, row.receivedAt),
  name: row.name,
  email: row.email,
  topic: row.topic,
  text: row.text,
  state: row.state,
  decision: row.decision,
  received_at: row.receivedAt.toISOString(),
  due_at: decisionDue(row.receivedAt).toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
  decided_by: row.decidedBy,
});

/** How many grievances wait for a decision. */
export const countOpenGrievances = ({ db }: Context): Promise<number> => countPending(db);
