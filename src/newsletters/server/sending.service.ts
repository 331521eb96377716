// Sends the copies of an issue: decision 168.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pathIn } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import { newslettersCalls } from '../newsletters.contract.ts';
import { refusalsThatEnd } from '../newsletters.rules.ts';
import { mailsPerMinute } from '../newsletters.settings.ts';
import { inLanguageOf, renderMail } from './content.service.ts';
import { failOpenCopies, hasOpenCopies } from './copies.queries.ts';
import { abandonedMs, type CopyOutcome, type SenderMessage, type SendingOrder } from './copy-sender.service.ts';
import { endSending, findIssue, findNewsletter } from './issues.queries.ts';
import { countRefusal, forgetRefusals } from './subscriptions.queries.ts';

/** How long one run of the job sends; the next run goes on. */
const runMs = 60_000;
/** Days after which copies that the server puts off are given up. */
const givenUpDays = 2;

/**
 * Sends copies of an issue for a minute at most, at the rate of the setting. Returns after how many seconds it should go on;
 * undefined if nothing is left. Throws if the server cannot be reached.
 */
export async function sendCopies(ctx: Context, issueId: number): Promise<number | undefined> {
  const issue = await findIssue(ctx.db, issueId);
  const newsletter = issue && (await findNewsletter(ctx.db, issue.newsletterId));
  if (!newsletter || issue.state !== 'sending') return undefined;
  const { subject, intro, storyIds: stories } = issue;
  const { smtpUrl, siteUrl, dataDir, bounceAddress, authSecret } = ctx.config;
  const isFinished = await runSender(ctx, {
    databaseUrl: ctx.databaseUrl,
    config: { smtpUrl, siteUrl, dataDir, bounceAddress, authSecret },
    sender: { name: ctx.settings.get(siteName), replyTo: ctx.settings.get(siteEmail) },
    issue: { id: issueId, newsletterId: newsletter.id, dueAt: issue.dueAt, subject },
    mail: await renderMail(ctx, newsletter, issue, { subject, intro, stories }),
    leave: {
      page: siteUrl + pathIn(inLanguageOf(ctx, newsletter).language, '/newsletters/leave'),
      call: siteUrl + newslettersCalls.leave.path,
    },
    perMinute: ctx.settings.get(mailsPerMinute),
    now: ctx.now(),
    runMs,
  });
  if (!isFinished) return 0;
  if (addDays(issue.dueAt, givenUpDays) < ctx.now()) await failOpenCopies(ctx.db, issueId);
  if (await hasOpenCopies(ctx.db, issueId)) return abandonedMs / 1000; // those that were put off
  if (await endSending(ctx.db, issueId, ctx.now())) ctx.log.info({ issue: issueId }, 'newsletter sent');
  return undefined;
}

/** How long an interrupted thread may take for the copies that are being sent. */
const stoppingMs = 4_000;

/** Runs the thread until its time is over, or no copy waits (true). Throws its error. */
async function runSender(ctx: Context, order: SendingOrder): Promise<boolean> {
  ctx.job?.signal.throwIfAborted();
  const thread = new Worker(join(ctx.root, 'src/newsletters/server/sending.thread.ts'), { workerData: order });
  let isFinished = false;
  const end = () => thread.postMessage('stop');
  let killing: NodeJS.Timeout | undefined;
  const interrupt = () => {
    end();
    killing = setTimeout(() => void thread.terminate(), stoppingMs);
  };
  const failures: unknown[] = [];
  let storing = Promise.resolve();
  const store = (outcome: CopyOutcome) =>
    storeOutcome(ctx, order.issue.id, outcome).catch((error) => {
      failures.push(error);
      end();
    });
  thread.on('message', (message: SenderMessage) => {
    if ('isFinished' in message) isFinished = message.isFinished;
    else storing = storing.then(() => store(message));
  });
  ctx.job?.signal.addEventListener('abort', interrupt, { once: true });
  try {
    await once(thread, 'exit'); // rejects with an error of the thread
  } finally {
    clearTimeout(killing);
    ctx.job?.signal.removeEventListener('abort', interrupt);
    await storing;
  }
  ctx.job?.signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
  return isFinished;
}

async function storeOutcome(
  { db, log, now }: Context,
  issue: number,
  { outcome, subscriptionId, responseCode }: CopyOutcome,
) {
  if (outcome === 'taken after refusals') return void (await forgetRefusals(db, subscriptionId, issue));
  log.warn({ issue, subscription: subscriptionId, responseCode }, `newsletter copy ${outcome}`);
  if (outcome === 'refused for its address')
    await db.transaction((tx) => countRefusal(tx, subscriptionId, issue, refusalsThatEnd, now()));
}
