import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Config } from '#src/platform/config.ts';
import { type BulkTransport, openBulkTransport, type Sender } from '#src/platform/mail/mail-transport.ts';
import type { SignedCodes } from '#src/platform/secrets/signed-codes.ts';
import { type ClaimedCopy, claimCopies, isSendable, markCopy, releaseCopies, setCopyState } from './claims.queries.ts';
import { returnAddress } from './return-addresses.service.ts';
import { leaveQuery } from './unsubscribe-links.service.ts';
import { forReader, type IssueMail } from './unsubscribe-links.template.ts';

/** A claimed copy is sent within less, or its process has been killed, or the server has asked to try again later. */
export const abandonedMs = 5 * 60_000;
/** How long the mark of a copy that is on its way is tried. */
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

export interface CopySender {
  /** Sends until no copy waits (true), the time is over, or it is stopped. Throws if the server cannot be reached. */
  send(): Promise<boolean>;
  /** Ends it after the copies that are on their way. */
  stop(): void;
}

/**
 * Sends the copies of an issue, as many at a time as there are databases. Each has one connection of its own, which is idle
 * when a copy ends, so that its mark leaves at once.
 */
export function openCopySender(
  order: SendingOrder,
  databases: Pool[],
  codes: SignedCodes,
  report: (message: SenderMessage) => void,
): CopySender {
  const { config, issue, sender, runMs, perMinute } = order;
  const begun = performance.now();
  const now = () => new Date(order.now.getTime() + performance.now() - begun);
  const everyMs = 60_000 / perMinute;
  const atOnce = Math.min(mostClaimed, Math.ceil(claimedMs / everyMs / databases.length));
  const stopping = new AbortController();
  let turns = 0;

  /** Waits until the next copy is due. False if that is not in this run. */
  async function isDue() {
    const due = Math.max(begun + turns * everyMs, performance.now());
    if (due > begun + runMs) return false;
    turns += 1;
    await sleep(Math.max(0, due - performance.now()), undefined, { signal: stopping.signal }).catch(() => undefined); // stopped: checked below
    return !stopping.signal.aborted;
  }

  /** Sends one copy after the other. True if none waits. */
  async function sendOn(transport: BulkTransport, db: Pool): Promise<boolean> {
    let claimed: ClaimedCopy[] = [];
    try {
      while (await isDue()) {
        claimed = await claimedNow(db, claimed);
        const copy = claimed.shift();
        if (!copy) return true;
        await sendCopy(transport, db, copy);
      }
      await releaseCopies(db, claimed);
      return false;
    } catch (error) {
      stopping.abort();
      await releaseCopies(db, claimed).catch(() => undefined); // they are taken over later; the first error says what is wrong
      throw error;
    }
  }

  /** Copies that were claimed a short time ago: the rest of the last ones, or others. */
  async function claimedNow(db: Pool, last: ClaimedCopy[]): Promise<ClaimedCopy[]> {
    const at = now();
    if (last[0] && at.getTime() - last[0].at.getTime() < claimedMs) return last;
    await releaseCopies(db, last);
    return claimCopies(db, issue.id, { at, abandoned: new Date(at.getTime() - abandonedMs), count: atOnce });
  }

  async function sendCopy(transport: BulkTransport, db: Pool, copy: ClaimedCopy): Promise<void> {
    const { subscriptionId, refusals } = copy;
    let marking: Promise<boolean> | undefined;
    const beforeEnd = async () => {
      if (!(await isSendable(db, copy))) throw new Cancelled();
      marking = mark(db, copy);
    };
    try {
      await transport.deliver(mailFor(copy), beforeEnd);
      if (!(await marking)) report({ outcome: 'sent, but taken over by another process', subscriptionId });
      if (refusals > 0) report({ outcome: 'taken after refusals', subscriptionId });
    } catch (error) {
      await marking;
      if (error instanceof Cancelled) report({ outcome: 'cancelled', subscriptionId });
      else await handleFailure(db, copy, error);
    }
  }

  function mailFor(copy: ClaimedCopy) {
    const query = leaveQuery(codes, copy.subscriptionId);
    return {
      ...forReader(order.mail, order.leave.page + query),
      name: `newsletter-${issue.id}-${copy.subscriptionId}`,
      recipient: copy.email,
      subject: issue.subject,
      list: `newsletter-${issue.newsletterId}`,
      unsubscribe: order.leave.call + query,
      returnTo: returnAddress(codes, config.bounceAddress, copy),
      date: issue.dueAt,
    };
  }

  /** What the server puts off is claimed again later. Throws what is not about this copy: no answer, or a refused login. */
  async function handleFailure(db: Pool, copy: ClaimedCopy, error: unknown): Promise<void> {
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

  return {
    async send() {
      const transport = openBulkTransport(config, sender, databases.length);
      const ended = await Promise.allSettled(databases.map((db) => sendOn(transport, db)));
      transport.close();
      const failed = ended.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return ended.every((result) => result.status === 'fulfilled' && result.value);
    },
    stop: () => stopping.abort(),
  };
}

interface SmtpError {
  /** What was answered so, such as "RCPT TO". */
  command?: string;
  responseCode?: number;
  response?: string;
}

// Enhanced status codes (RFC 3463) but X.1 and X.2, which are about the mailbox: such as "554 5.7.1 Relay access denied",
// which servers say of the recipient though it is about the sender.
const otherReason = /^\d{3}[ -]5\.(?![12]\.)/;

/** Another process has claimed the copy, since this one took too long, its issue was stopped, or its reader has unsubscribed. */
class Cancelled extends Error {}

/**
 * Marks a copy as sent; without a database again and again. The first try is on its way to the database when this returns
 * its promise: only a kill between two writes to sockets could come between the mark and the end of the mail.
 */
async function mark(db: Pool, copy: ClaimedCopy): Promise<boolean> {
  for (const begun = performance.now(); ; await sleep(1000))
    try {
      return await markCopy(db, copy);
    } catch (error) {
      if (performance.now() - begun > markingMs) throw error;
    }
}
