import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Db } from './db.ts';
import type { Job } from './jobs.ts';
import { outbox } from './mail.tables.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; paragraphs are separated by empty lines, an address stands on a line of its own. */
  body: string;
  /** Where answers go, when not to the site's own desk. */
  replyTo?: string;
}

/** Puts a mail into the outbox. It is sent once the transaction commits, and never without it. */
export const sendMail = (ctx: Pick<Context, 'jobs'>, tx: Db, mail: Mail): Promise<void> => sendMails(ctx, tx, [mail]);

/** The same for many at once. */
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

/** Hands a mail to the next server; throws when that does not take it. */
export type Deliver = (mail: typeof outbox.$inferSelect) => Promise<void>;

/** Sends one mail. The row stays locked meanwhile, so two runs do not send it twice. */
export const deliverMail: Job<{ mailId: number }> = {
  name: 'mail.deliver',
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
      await ctx.deliver(mail);
      // Its text holds links that open an account: once it has gone, it stands only in the reader's mailbox.
      await tx.update(outbox).set({ sentAt: ctx.now(), body: '' }).where(eq(outbox.id, mailId));
    });
  },
};

/** How long the site knows to whom it wrote, and keeps what no server took. */
export const mailDays = 90;

/** Forgets mail after a while, sent or not. */
export const purgeOutbox: Job<object> = {
  name: 'mail.purge',
  cron: '50 21 * * *', // 3:20 in India
  async run(ctx) {
    await ctx.db.delete(outbox).where(lt(outbox.createdAt, new Date(ctx.now().getTime() - mailDays * 86_400_000)));
  },
};

const sentTo = (address: string) =>
  and(eq(sql`lower(${outbox.recipient})`, sql`lower(${address})`), isNotNull(outbox.sentAt));

/** What was sent to an address and is still known, oldest first. */
export const listMails = (db: Db, address: string) =>
  db
    .select({ subject: outbox.subject, sent_at: outbox.sentAt })
    .from(outbox)
    .where(sentTo(address))
    .orderBy(asc(outbox.id))
    .limit(10_000);

/** Forgets what was sent to an address. A mail that is still to go goes: it may warn of a theft. */
export async function forgetMails(tx: Db, address: string): Promise<void> {
  await tx.delete(outbox).where(sentTo(address));
}

/** For whom the site writes. */
export interface Sender {
  name: string;
  /** Where answers go that have no better place. */
  replyTo: string;
}

/** Delivers by SMTP where a server is configured; else as .eml files in `DATA_DIR`/outbox. Asks `sender` for each mail. */
export function openMail({ smtpUrl, siteUrl, dataDir }: Config, sender: () => Sender): Deliver {
  const { hostname } = new URL(siteUrl);
  // Our own address, whoever the mail speaks for: another From would fail the DMARC check of its domain.
  const address = `no-reply@${hostname}`;
  const transport: Transporter = smtpUrl
    ? createTransport(smtpUrl)
    : createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async ({ id, recipient, subject, body, replyTo, createdAt }) => {
    const { name, ...usual } = sender();
    const sent = await transport.sendMail({
      from: { name, address },
      // As one address each, never as text that is parsed once more: "x,y@v.test" would be two.
      to: { name: '', address: recipient },
      subject,
      text: body,
      html: htmlOf(body),
      date: createdAt,
      // The same for every attempt: should one be repeated after a crash, the receiver can tell.
      messageId: `<outbox-${id}@${hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      replyTo: { name: '', address: replyTo ?? usual.replyTo },
    });
    if (smtpUrl) return;
    const folder = join(dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${String(id).padStart(6, '0')}.eml`), sent.message, { mode: 0o600 });
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

function htmlOf(body: string) {
  const paragraphs = body.split('\n\n').map((paragraph) => {
    const text = escaped(paragraph);
    // An address on a line of its own, such as "https://paper.example/reset-password?token=x".
    return /^https?:\/\/\S+$/.test(paragraph)
      ? `<p><a href="${text}">${text}</a></p>`
      : `<p>${text.replaceAll('\n', '<br>')}</p>`;
  });
  return `<div style="font:16px/1.5 Georgia,serif;max-width:36em">${paragraphs.join('')}</div>`;
}
