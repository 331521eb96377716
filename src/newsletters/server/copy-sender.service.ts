import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Config } from '#src/platform/config.ts';
import { type BulkTransport, openBulkTransport, type Sender } from '#src/platform/mail/mail-transport.ts';
import type { SignedCodes } from '#src/platform/secrets/signed-codes.ts';
import { type ClaimedCopy, claimCopies, isSendable, markCopy, releaseCopies, setCopyState } from './claims.queries.ts';
import { returnAddress } from './return-addresses.service.ts';
import { leaveQuery } from './unsubscribe-links.service.ts';
import { forReader, type IssueMail } from './unsubscribe-links.template.ts';

/** A claimed copy takes less, unless its process was killed or the server has asked to try again later. */
export const abandonedMs = 5 * 60_000;
/** How long marking a delivered copy is retried. */
const markingMs = abandonedMs - 60_000;
/** Duration and size of a claim: small, so that a killed process holds few copies. */
const claimedMs = 2_000;
const mostClaimed = 100;

/** What the thread should send. */
export interface SendingOrder {
  databaseUrl: string;
  config: Pick<Config, 'smtpUrl' | 'siteUrl' | 'dataDir' | 'bounceAddress' | 'authSecret'>;
  sender: Sender;
  issue: { id: number; newsletterId: number; dueAt: Date; subject: string };
  mail: IssueMail;
  /** URLs that a copy's query is added to: of the page on which readers leave, and of the call that does it at once. */
  leave: { page: string; call: string };
  perMinute: number;
  /** The time at the beginning. */
  now: Date;
  runMs: number;
}

/** Outcome of a copy that has to be stored or logged. */
export type Outcome =
  | 'taken after refusals'
  | 'refused for its address'
  | 'refused for another reason'
  | 'cancelled'
  | 'sent, but taken over by another process';

export interface CopyOutcome {
  outcome: Outcome;
  subscriptionId: number;
  /** Of the mail server. */
  responseCode?: number;
}

/** What the thread reports: outcomes, and at the end whether no copy waits. */
export type SenderMessage = { isFinished: boolean } | CopyOutcome;

/** What one connection sends with. */
interface Sending {
  order: SendingOrder;
  codes: SignedCodes;
  transport: BulkTransport;
  db: Pool;
  report(message: SenderMessage): void;
}

/**
 * Sends the copies of an issue, one at a time for each of `databases`. Each has one connection, which is idle when a
 * copy ends, so that it is marked at once. Returns true if no copy waits, false if the time is over or it was stopped,
 * which waits for the copies that are being sent. Throws if the server cannot be reached.
 */
export async function sendIssue({
  databases,
  stopping,
  ...shared
}: Omit<Sending, 'transport' | 'db'> & {
  databases: Pool[];
  stopping: AbortController;
}): Promise<boolean> {
  const { order } = shared;
  const schedule = openSchedule(order, stopping.signal);
  const transport = openBulkTransport(order.config, order.sender, databases.length);
  const ended = await Promise.allSettled(
    databases.map((db) => {
      const claims = openClaims(order, db, databases.length, schedule.now);
      return sendOn({ ...shared, transport, db }, schedule, claims).catch(async (error) => {
        stopping.abort();
        await claims.release().catch(() => undefined); // they are taken over later; the first error has the reason
        throw error;
      });
    }),
  );
  transport.close();
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return ended.every((result) => result.status === 'fulfilled' && result.value);
}

/** Sends one copy after the other. True if none waits. */
async function sendOn(
  sending: Sending,
  schedule: ReturnType<typeof openSchedule>,
  claims: ReturnType<typeof openClaims>,
): Promise<boolean> {
  while (await schedule.isDue()) {
    const copy = await claims.next();
    if (!copy) return true;
    await sendCopy(sending, copy);
  }
  await claims.release();
  return false;
}

const intervalMs = ({ perMinute }: SendingOrder) => 60_000 / perMinute;

/** The times at which copies are sent, by all connections together. */
function openSchedule(order: SendingOrder, stopped: AbortSignal) {
  const begun = performance.now();
  let turns = 0;
  return {
    now: () => new Date(order.now.getTime() + performance.now() - begun),
    /** Waits until the next copy is due. False if that is not in this run. */
    async isDue() {
      const due = Math.max(begun + turns * intervalMs(order), performance.now());
      if (due > begun + order.runMs) return false;
      turns += 1;
      await sleep(Math.max(0, due - performance.now()), undefined, { signal: stopped }).catch(() => undefined); // stopped: checked below
      return !stopped.aborted;
    },
  };
}

/** The copies that one of `connections` connections has claimed. */
function openClaims(order: SendingOrder, db: Pool, connections: number, now: () => Date) {
  const count = Math.min(mostClaimed, Math.ceil(claimedMs / intervalMs(order) / connections));
  let claimed: ClaimedCopy[] = [];
  const release = () => releaseCopies(db, claimed);
  return {
    /** A copy that was claimed a short time ago: from the last claim, or from a new one. Undefined if none waits. */
    async next(): Promise<ClaimedCopy | undefined> {
      const at = now();
      if (!claimed[0] || at.getTime() - claimed[0].at.getTime() >= claimedMs) {
        await release();
        const abandoned = new Date(at.getTime() - abandonedMs);
        claimed = await claimCopies(db, order.issue.id, { at, abandoned, count });
      }
      return claimed.shift();
    },
    release,
  };
}

async function sendCopy(sending: Sending, copy: ClaimedCopy): Promise<void> {
  const { transport, db, report } = sending;
  const { subscriptionId, refusals } = copy;
  let marking: Promise<boolean> | undefined;
  const beforeEnd = async () => {
    if (!(await isSendable(db, copy))) throw new Cancelled();
    marking = mark(db, copy);
  };
  try {
    await transport.deliver(mailFor(sending, copy), beforeEnd);
    if (!(await marking)) report({ outcome: 'sent, but taken over by another process', subscriptionId });
    if (refusals > 0) report({ outcome: 'taken after refusals', subscriptionId });
  } catch (error) {
    await marking;
    if (error instanceof Cancelled) report({ outcome: 'cancelled', subscriptionId });
    else await handleFailure(sending, copy, error);
  }
}

function mailFor({ order: { issue, mail, leave, config }, codes }: Sending, copy: ClaimedCopy) {
  const query = leaveQuery(codes, copy.subscriptionId);
  return {
    ...forReader(mail, leave.page + query),
    name: `newsletter-${issue.id}-${copy.subscriptionId}`,
    recipient: copy.email,
    subject: issue.subject,
    list: `newsletter-${issue.newsletterId}`,
    unsubscribe: leave.call + query,
    returnTo: returnAddress(codes, config.bounceAddress, copy),
    date: issue.dueAt,
  };
}

/** A deferred copy is claimed again later. Throws errors not about this copy: no answer, or a refused login. */
async function handleFailure({ db, report }: Sending, copy: ClaimedCopy, error: unknown): Promise<void> {
  const { command, responseCode, response } = error as SmtpError;
  const isOfCopy = responseCode !== undefined && (responseCode < 500 || command === 'RCPT TO' || command === 'DATA');
  if (!isOfCopy) {
    await setCopyState(db, copy, 'sending', 'waiting'); // what was not marked was not delivered
    throw error;
  }
  const state = responseCode >= 500 ? 'failed' : 'sending';
  if (!(await setCopyState(db, copy, 'sent', state))) await setCopyState(db, copy, 'sending', state);
  if (responseCode < 500) return;
  const isAddress = command === 'RCPT TO' && !otherReason.test(response ?? '');
  const outcome = isAddress ? 'refused for its address' : 'refused for another reason';
  report({ outcome, subscriptionId: copy.subscriptionId, responseCode });
}

interface SmtpError {
  /** The command that was refused, such as "RCPT TO". */
  command?: string;
  responseCode?: number;
  response?: string;
}

// Enhanced status codes (RFC 3463) but X.1 and X.2, which are about the mailbox: such as "554 5.7.1 Relay access
// denied", which servers return for the recipient though it is about the sender.
const otherReason = /^\d{3}[ -]5\.(?![12]\.)/;

/** Another process has claimed the copy, since this one took too long, its issue was stopped, or its reader has unsubscribed. */
class Cancelled extends Error {}

/**
 * Marks a copy as sent; retried while there is no database. The first try is on its way to the database when this
 * returns its promise: only a kill between two writes to sockets could come between the mark and the end of the mail.
 */
async function mark(db: Pool, copy: ClaimedCopy): Promise<boolean> {
  for (const begun = performance.now(); ; await sleep(1000))
    try {
      return await markCopy(db, copy);
    } catch (error) {
      if (performance.now() - begun > markingMs) throw error;
    }
}
