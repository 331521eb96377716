import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from './config.ts';
import type { outbox } from './mail.tables.ts';
import { escapeXml } from './xml.ts';

/** Sends a mail to the SMTP server. Throws if the server rejects it. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

export type OutgoingMail = Omit<typeof outbox.$inferSelect, 'sentAt'>;

/** The sender of the site's mails. */
export interface Sender {
  name: string;
  /** Default Reply-To address. */
  replyTo: string;
}

export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox');

// nodemailer's own limits are up to ten minutes.
const smtp = (url: string, timeoutMs: number | undefined): Transporter =>
  createTransport({
    url,
    ...(timeoutMs && { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }),
  });

/** Connects to the SMTP server and logs in, without a mail. Throws if that fails. */
export async function checkSmtp(smtpUrl: string, timeoutMs: number): Promise<void> {
  await smtp(smtpUrl, timeoutMs).verify();
}

/**
 * Delivers by SMTP if configured, else as .eml files in `DATA_DIR`/outbox. Calls `sender` for each mail. `timeoutMs` is
 * for each step of a delivery by SMTP.
 */
export function openMailTransport(
  { smtpUrl, siteUrl, dataDir }: Config,
  sender: () => Sender,
  timeoutMs?: number,
): Deliver {
  const { hostname } = new URL(siteUrl);
  // Always the site's own address: any other From would fail the DMARC check of its domain.
  const address = `no-reply@${hostname}`;
  const transport: Transporter = smtpUrl
    ? smtp(smtpUrl, timeoutMs)
    : createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async ({ id, recipient, subject, body, replyTo, createdAt }) => {
    const { name, ...usual } = sender();
    const sent = await transport.sendMail({
      from: { name, address },
      // As an object: a string would be parsed again, and "x,y@v.test" would become two addresses.
      to: { name: '', address: recipient },
      subject,
      text: body,
      html: htmlOf(body, siteUrl),
      date: createdAt,
      // The same for every attempt, so that the receiver can detect a duplicate after a crash.
      messageId: `<outbox-${id}@${hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      replyTo: { name: '', address: replyTo ?? usual.replyTo },
    });
    if (smtpUrl) return;
    const folder = outboxFolder(dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${String(id).padStart(6, '0')}.eml`), sent.message, { mode: 0o600 });
  };
}

function htmlOf(body: string, siteUrl: string) {
  const ownUrls = `${escapeXml(siteUrl)}/`;
  const link = (url: string) => `<a href="${url}">${url}</a>`;
  // A line that ends with a URL of the site. Other URLs may have been typed by somebody, so they are no links.
  const linked = (line: string) => {
    const start = line.lastIndexOf(' ') + 1;
    const lastWord = line.slice(start);
    return lastWord.startsWith(ownUrls) ? line.slice(0, start) + link(lastWord) : line;
  };
  const paragraphs = body.split('\n\n').map((paragraph) => {
    const text = escapeXml(paragraph);
    // A paragraph that is a URL, such as "https://paper.example/reset-password?token=x".
    return /^https?:\/\/\S+$/.test(paragraph)
      ? `<p>${link(text)}</p>`
      : `<p>${text.split('\n').map(linked).join('<br>')}</p>`;
  });
  return `<div style="font:16px/1.5 Georgia,serif;max-width:36em">${paragraphs.join('')}</div>`;
}
