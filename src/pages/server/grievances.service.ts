import { mailboxKey, parseEmail } from '#src/accounts/email.rules.ts';
import { defaultLanguage, type Language, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError, invalid, type Text } from '#src/platform/errors.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
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
import { grievanceDays } from '../grievances.settings.ts';
import {
  countByMonth,
  createGrievance,
  decidePending,
  emptyGrievancesBefore,
  findGrievance,
  type GrievanceRow,
  listGrievances,
} from './grievances.queries.ts';
import { officer } from './page-facts.ts';
import { getSiteInfo } from './shell.service.ts';
import { getPage } from './standing-pages.service.ts';

const perAddress: Limit = { name: 'grievances', attempts: 10, perSeconds: 3600 };
// Whoever fills the form in may have named somebody else's mailbox.
const perMailbox: Limit = { name: 'grievance-mails', attempts: 5, perSeconds: 86_400 };

/** The page of the grievance officer: its text, who he is, and the counts of each month. */
export const getGrievancePage = async (ctx: Context) => {
  const [page, disclosure] = await Promise.all([getPage(ctx, 'grievance'), getDisclosure(ctx)]);
  const { phone, address } = getSiteInfo(ctx);
  return { ...page, disclosure, officer: { ...officer(ctx), phone, address } };
};

/** Grievances by month, newest first, as the IT Rules want them published. */
export const getDisclosure = async ({ db, now }: Context): Promise<Disclosure[]> =>
  disclose(await countByMonth(db), indianMonth(now()));

/** Keeps a grievance, acknowledges it by mail and tells the officer. Throws `invalid` with every fault. */
export async function sendGrievance(ctx: Context, form: GrievanceForm): Promise<{ number: string }> {
  const faults = checkGrievance(form);
  const { topic } = form;
  if (Object.keys(faults).length || !isTopic(topic)) throw invalid(faults as Record<string, Text>); // no member is undefined
  await ctx.limits.count(perAddress, ctx.address);
  const email = parseEmail(form.email) ?? ''; // has been checked: never empty
  await ctx.limits.count(perMailbox, mailboxKey(email));
  const { language, now } = ctx;
  const receivedAt = now();
  const words = { name: form.name.trim(), email, text: form.text.trim() };
  const number = await ctx.db.transaction(async (tx) => {
    const number = grievanceNumber(await createGrievance(tx, { ...words, topic, language, receivedAt }), receivedAt);
    await acknowledge(ctx, tx, { ...words, number, topic, language, receivedAt });
    const desk = translator(defaultLanguage);
    await sendMail(ctx, tx, {
      to: officer(ctx).officerEmail,
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

// Nothing that the writer has typed: the mailbox may be another's, and we carry nobody's letters.
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
  const { officer: name, officerEmail } = officer({ ...ctx, text });
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

/** Grievances, newest first, a page at a time. */
export async function getGrievances(
  ctx: Context,
  { before, ...filter }: GrievanceFilter & { before?: number | undefined },
): Promise<{ grievances: Grievance[]; more: boolean }> {
  const rows = await listGrievances(ctx.db, filter, grievancePageSize + 1, before);
  return { grievances: rows.slice(0, grievancePageSize).map(grievanceView), more: rows.length > grievancePageSize };
}

/** Decides and mails the decision. Throws `not_found`, and `conflict` when it has been decided. */
export async function decideGrievance(
  ctx: Context,
  id: number,
  { state, decision }: { state: GrievanceDecision; decision: string },
): Promise<Grievance> {
  const decided = { state, decision, decidedAt: ctx.now(), decidedBy: signedIn(ctx).name };
  return ctx.db.transaction(async (tx) => {
    const row = await decidePending(tx, id, decided);
    if (!row)
      throw (await findGrievance(tx, id))
        ? new AppError('conflict', 'grievances.alreadyDecided')
        : new AppError('not_found', 'grievances.notFound');
    const number = grievanceNumber(id, row.receivedAt);
    await recordAct(ctx, tx, { action: 'grievance.decided', subject: `grievance ${id}`, details: { state } });
    const text = translator(row.language);
    const { officer: officerName, officerEmail } = officer({ ...ctx, text });
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

/** Forgets who complained and what about, long enough after the decision; number, topic and dates stay. */
export const emptyGrievances: Job<object> = {
  name: 'pages.empty-grievances',
  cron: '20 22 * * *', // 3:50 in India
  async run(ctx) {
    const days = ctx.settings.get(grievanceDays);
    const count = await emptyGrievancesBefore(ctx.db, new Date(ctx.now().getTime() - days * 86_400_000));
    if (count) ctx.log.info({ count }, 'old grievances emptied');
  },
};

const dayIn = (language: Language, day: Date) =>
  new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(day);

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
