// Sends the copies of a message: decision 170.
import type { Context } from '#src/platform/context.ts';
import { isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { decideDelivery } from '../push.rules.ts';
import { notificationsPerDay } from '../push.settings.ts';
import { type Delivery, openDelivery } from './delivery.service.ts';
import { deleteGone } from './devices.queries.ts';
import { isEnabled } from './devices.service.ts';
import {
  type CopyChange,
  countSent,
  endCopy,
  failOpenCopies,
  findMessage,
  findNextDue,
  lockDueCopies,
  type MessageRow,
  type Recipient,
  releaseClaims,
  setCopies,
} from './messages.queries.ts';
import { type Content, contentOf } from './messages.service.ts';

/** How long one run of the job sends; the next run goes on. */
const runMs = 60_000;
const batch = 200;
const atOnce = 20;
/** A claimed copy takes less, unless its process was killed. */
export const abandonedMs = 2 * 60_000;

/** What the copies of a run have in common. */
interface Sending {
  message: MessageRow;
  content: Content;
  delivery: Delivery;
  /** When a push service may be called again, by its host. */
  pauses: Map<string, Date>;
}

/**
 * Sends copies of a message for a minute at most. Returns when it should go on; undefined if nothing is left. A copy is
 * claimed before it is sent, and a process that is killed leaves its claims to the next one.
 */
export async function sendCopies(ctx: Context, messageId: number): Promise<Date | undefined> {
  const message = await findMessage(ctx.db, messageId);
  if (!message) return undefined;
  const content = isEnabled(ctx) && ctx.now() < message.expiresAt ? await contentOf(ctx, message) : undefined;
  if (!content) {
    await failOpenCopies(ctx.db, messageId);
    return undefined;
  }
  const sending = { message, content, delivery: openDelivery(ctx), pauses: new Map<string, Date>() };
  try {
    const until = performance.now() + runMs;
    while (performance.now() < until && (await sendBatch(ctx, sending)));
  } finally {
    sending.delivery.close();
  }
  return findNextDue(ctx.db, messageId, abandonedMs);
}

/** Claims some copies and sends them. Returns false if none is due. */
async function sendBatch(ctx: Context, sending: Sending): Promise<boolean> {
  const { message } = sending;
  const now = ctx.now();
  const { due, claimed } = await claim(ctx, message, now);
  const left = [...claimed];
  const one = async () => {
    for (let device = left.shift(); device; device = left.shift()) await sendTo(ctx, sending, device, now);
  };
  const failing = (error: unknown) => {
    left.length = 0;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, () => one().catch(failing)));
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) {
    // On shutdown, so that the next run starts with them. Those of a killed process are claimed again after two minutes.
    await releaseClaims(ctx.db, message.id, now);
    throw failed.reason;
  }
  return due > 0;
}

/** Claims copies that are due and may be sent now; defers or skips the others. */
async function claim(ctx: Context, message: MessageRow, now: Date): Promise<{ due: number; claimed: Recipient[] }> {
  const abandoned = new Date(now.getTime() - abandonedMs);
  const perDay = ctx.settings.get(notificationsPerDay);
  return ctx.db.transaction(async (tx) => {
    const due = await lockDueCopies(tx, message.id, { now, abandoned }, batch);
    const ids = due.map(({ id }) => id);
    const counts = await countSent(tx, ids, startOfDayInIndia(isoDate(now)), message.id);
    const checked = due.map((device) => {
      const sentToday = counts.get(device.id) ?? 0;
      return {
        device,
        outcome: decideDelivery(message.kind, device, { now, sentToday, perDay, expiresAt: message.expiresAt }),
      };
    });
    const changes = checked.map(({ device: { id }, outcome }): CopyChange => {
      return { deviceId: id, state: outcome.state, at: outcome.state === 'waiting' ? outcome.until : now };
    });
    await setCopies(tx, message.id, changes);
    const claimed = checked.filter(({ outcome }) => outcome.state === 'sending').map(({ device }) => device);
    return { due: due.length, claimed };
  });
}

async function sendTo(ctx: Context, { message, content, delivery, pauses }: Sending, device: Recipient, claimed: Date) {
  const { host } = new URL(device.endpoint);
  const now = ctx.now();
  const set = (state: CopyChange['state'], at = ctx.now()) =>
    endCopy(ctx.db, message.id, { deviceId: device.id, state, at }, claimed);
  const pause = pauses.get(host);
  if (pause && pause > now) return set('waiting', pause);
  const outcome = await delivery.deliver(device, {
    text: content.textFor(device),
    ttlSeconds: Math.max(0, Math.round((message.expiresAt.getTime() - now.getTime()) / 1000)),
    urgency: message.kind === 'breaking' ? 'high' : 'normal',
    topic: content.topic,
  });
  if (outcome.kind === 'taken') return set('sent');
  if (outcome.kind === 'gone') return deleteGone(ctx.db, device);
  if (outcome.kind === 'later') {
    const until = new Date(now.getTime() + outcome.afterMs);
    pauses.set(host, until);
    ctx.log.warn({ message: message.id, host, until }, 'push service paused');
    return set('waiting', new Date(until.getTime() + 1)); // after those that only wait for the end of its pause
  }
  ctx.log.warn({ message: message.id, device: device.id, host, status: outcome.status }, 'push service refused');
  return set('failed');
}
