import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { addDays } from '#src/rules/calendar.rules.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import type { Job } from '../jobs/jobs.ts';
import { outbox } from './mail.tables.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. Paragraphs are separated by empty lines, and a URL is a paragraph by itself or ends a line. */
  body: string;
  /** Reply-To address, if not the site's default. */
  replyTo?: string;
}

/** Puts a mail into the outbox. It is sent only if the transaction commits. */
export const sendMail = (ctx: Pick<Context, 'jobs'>, tx: Db, mail: Mail): Promise<void> => sendMails(ctx, tx, [mail]);

/** Puts several mails into the outbox. */
export async function sendMails({ jobs }: Pick<Context, 'jobs'>, tx: Db, mails: Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ to, subject, body, replyTo }) => ({
    recipient: to,
    subject,
    body,
    replyTo: replyTo ?? null,
  }));
  const sent = await tx.insert(outbox).values(rows).returning({ mailId: outbox.id });
  await jobs.sendAll(deliverMail, sent, tx);
}

/** Sends one mail. The row is locked while it is sent, so that two runs do not send it twice. */
export const deliverMail: Job<{ mailId: number }> = {
  name: 'mail.deliver',
  title: 'jobs.deliverMail',
  retries: 20,
  lateSeconds: 5,
  async run(ctx, { mailId }) {
    await ctx.db.transaction(async (tx) => {
      const unsent = tx
        .select()
        .from(outbox)
        .where(and(eq(outbox.id, mailId), isNull(outbox.sentAt)));
      const [mail] = await unsent.for('update');
      if (!mail) return;
      await ctx.deliverMail(mail);
      // The text may contain links that give access to an account, so it is deleted once the mail has been sent.
      await tx.update(outbox).set({ sentAt: ctx.now(), body: '' }).where(eq(outbox.id, mailId));
    });
  },
};

/** Retention of the outbox, including mail that could not be delivered. */
export const mailRetentionDays = 90;

/** Deletes mail after `mailRetentionDays`, sent or not. */
export const purgeOutbox: Job<object> = {
  name: 'mail.purge',
  title: 'jobs.purgeMail',
  cron: '50 21 * * *', // 3:20 in India
  async run(ctx) {
    await ctx.db.delete(outbox).where(lt(outbox.createdAt, addDays(ctx.now(), -mailRetentionDays)));
  },
};

const sentTo = (address: string) =>
  and(eq(sql`lower(${outbox.recipient})`, sql`lower(${address})`), isNotNull(outbox.sentAt));

/** Mail that was sent to an address and has not been purged, oldest first. */
export const listSentMails = (db: Db, address: string) =>
  db
    .select({ subject: outbox.subject, sent_at: outbox.sentAt })
    .from(outbox)
    .where(sentTo(address))
    .orderBy(asc(outbox.id))
    .limit(10_000);

/** Deletes sent mail to an address. Unsent mail is still delivered, because it may warn of an account takeover. */
export async function deleteSentMails(tx: Db, address: string): Promise<void> {
  await tx.delete(outbox).where(sentTo(address));
}
