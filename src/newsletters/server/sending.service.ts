// Sends the copies of an issue: decision 168.
import { setTimeout as sleep } from 'node:timers/promises';
import { pathIn } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { type BulkTransport, openBulkTransport } from '#src/platform/mail-transport.ts';
import { siteName } from '#src/platform/site-name.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import { newslettersCalls } from '../newsletters.contract.ts';
import { refusalsThatEnd } from '../newsletters.rules.ts';
import { mailsPerMinute } from '../newsletters.settings.ts';
import { returnAddress } from './bounces.service.ts';
import { inLanguageOf, renderMail } from './content.service.ts';
import { type ClaimedCopy, claimCopy, failOpenCopies, hasOpenCopies, setCopyState } from './copies.queries.ts';
import { forReader, type IssueMail } from './issue-mail.template.tsx';
import { findIssue, findNewsletter, type IssueRow, type NewsletterRow, setIssueState } from './issues.queries.ts';
import { countRefusal, forgetRefusals } from './subscriptions.queries.ts';
import { leaveQuery } from './subscriptions.service.ts';

const connections = 4;
/** How long one run of the job sends; the next run goes on. */
const runMs = 60_000;
/** A claimed copy is sent within less, or its process has been killed, or the server has asked to try again later. */
const abandonedMs = 5 * 60_000;
/** Days after which copies that the server puts off are given up. */
const givenUpDays = 2;

/** What the copies of an issue have in common. */
interface Sending {
  issue: IssueRow;
  newsletter: NewsletterRow;
  mail: IssueMail;
  transport: BulkTransport;
}

/**
 * Sends copies of an issue for a minute at most, at the rate of the setting. Returns after how many seconds it should go on;
 * undefined if nothing is left. Throws if the server cannot be reached.
 */
export async function sendCopies(ctx: Context, issueId: number): Promise<number | undefined> {
  const issue = await findIssue(ctx.db, issueId);
  const newsletter = issue && (await findNewsletter(ctx.db, issue.newsletterId));
  if (!newsletter || issue.state !== 'sending') return undefined;
  const { subject, intro, storyIds: stories } = issue;
  const mail = await renderMail(ctx, newsletter, issue, { subject, intro, stories });
  const sender = { name: ctx.settings.get(siteName), replyTo: ctx.settings.get(siteEmail) };
  const transport = openBulkTransport(ctx.config, sender, connections);
  const isFinished = await sendFor(ctx, { issue, newsletter, mail, transport }).finally(() => transport.close());
  if (!isFinished) return 0;
  if (addDays(issue.dueAt, givenUpDays) < ctx.now()) await failOpenCopies(ctx.db, issueId);
  if (await hasOpenCopies(ctx.db, issueId)) return abandonedMs / 1000; // those that were put off
  await setIssueState(ctx.db, issueId, { state: 'sent', sentAt: ctx.now() });
  ctx.log.info({ issue: issueId }, 'newsletter sent');
  return undefined;
}

/** Sends until no copy waits (true), or the time of the run is over. Throws when the copies being sent have ended. */
async function sendFor(ctx: Context, sending: Sending): Promise<boolean> {
  const begun = performance.now();
  const everyMs = 60_000 / ctx.settings.get(mailsPerMinute);
  let turns = 0;
  let end: 'finished' | 'failed' | undefined;
  const one = async () => {
    while (!end) {
      const due = begun + turns * everyMs;
      if (due > begun + runMs) return;
      turns += 1;
      await sleep(Math.max(0, due - performance.now()), undefined, { signal: ctx.job?.signal });
      const now = ctx.now();
      const copy = await claimCopy(ctx.db, sending.issue.id, now, new Date(now.getTime() - abandonedMs));
      if (copy) await sendCopy(ctx, sending, copy);
      else end ??= 'finished';
    }
  };
  const failing = (error: unknown) => {
    end = 'failed';
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: connections }, () => one().catch(failing)));
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return end === 'finished';
}

async function sendCopy(ctx: Context, { issue, newsletter, mail, transport }: Sending, copy: ClaimedCopy) {
  const { subscriptionId, email: recipient } = copy;
  const { siteUrl } = ctx.config;
  const query = leaveQuery(ctx, subscriptionId);
  const { language } = inLanguageOf(ctx, newsletter);
  const { html, text } = forReader(mail, `${siteUrl}${pathIn(language, '/newsletters/leave')}${query}`);
  const toSend = {
    name: `newsletter-${issue.id}-${subscriptionId}`,
    recipient,
    subject: issue.subject,
    text,
    html,
    list: `newsletter-${newsletter.id}`,
    unsubscribe: `${siteUrl}${newslettersCalls.leave.path}${query}`,
    returnTo: returnAddress(ctx, issue.id, subscriptionId),
    date: issue.dueAt,
  };
  try {
    // Before the server has taken the mail, so that a crash cannot send a second copy.
    await transport.deliver(toSend, async () => {
      if (!(await setCopyState(ctx.db, copy, 'sending', 'sent'))) throw new TakenOver();
    });
    await forgetRefusals(ctx.db, subscriptionId, issue.id);
  } catch (error) {
    if (error instanceof TakenOver) ctx.log.warn({ issue: issue.id }, 'newsletter copy taken over');
    else await handleFailure(ctx, copy, error);
  }
}

/** Another process has claimed the copy, since this one took so long. */
class TakenOver extends Error {}

/** A refusal for good counts against the subscription; what the server puts off is claimed again later. */
async function handleFailure(ctx: Context, copy: ClaimedCopy, error: unknown): Promise<void> {
  const { responseCode } = error as { responseCode?: number };
  if (responseCode === undefined) {
    // No answer of the server: the connection failed, or the copy was taken away. Nothing was delivered.
    await setCopyState(ctx.db, copy, 'sending', 'waiting');
    throw error;
  }
  const state = responseCode >= 500 ? 'failed' : 'sending';
  if (!(await setCopyState(ctx.db, copy, 'sent', state))) await setCopyState(ctx.db, copy, 'sending', state);
  if (responseCode < 500) return;
  ctx.log.warn({ issue: copy.issueId, subscription: copy.subscriptionId, responseCode }, 'newsletter refused');
  const { subscriptionId, issueId } = copy;
  await ctx.db.transaction((tx) => countRefusal(tx, subscriptionId, issueId, refusalsThatEnd, ctx.now()));
}
