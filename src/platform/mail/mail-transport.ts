import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import querystring from 'node:querystring';
import { pipeline, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { escapeXml } from '../text/xml.ts';
import { isThisMachine } from '../this-machine.ts';
import type { outbox } from './mail.tables.ts';

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

// Mail crosses a network with TLS only, unless the URL has `requireTLS=false`, which nodemailer prefers.
const at = (url: string) => ({ url, requireTLS: !isThisMachine(new URL(url).hostname) });

// nodemailer's own limits are up to ten minutes.
const smtp = (url: string, timeoutMs: number | undefined): Transporter =>
  createTransport({
    ...at(url),
    ...(timeoutMs && { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }),
  });

/** Connects to the SMTP server and logs in, without a mail. Throws if that fails. */
export async function checkSmtp(smtpUrl: string, timeoutMs: number): Promise<void> {
  await smtp(smtpUrl, timeoutMs).verify().catch(withoutLogin(smtpUrl));
}

/** Throws an error without the login: servers may repeat what they were sent, and errors go to the log. */
function withoutLogin(smtpUrl = 'smtp:') {
  const { username, password } = new URL(smtpUrl);
  // Leaves a percent sign that encodes nothing.
  const [user = '', word = ''] = [username, password].map(querystring.unescape);
  const base64 = [`\0${user}\0${word}`, word].map((text) => Buffer.from(text).toString('base64'));
  const secrets = [word, password, ...base64].filter(() => password);
  const hide = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return (error: unknown): never => {
    if (!(error instanceof Error) || !('response' in error)) throw error;
    const { code, command, responseCode, response } = error as Error & Record<string, unknown>;
    throw Object.assign(new Error(hide(error.message)), {
      code,
      command,
      responseCode,
      response: hide(String(response)),
    });
  };
}

// nodemailer's own limits start again with each byte of the server.
async function inTime<T>(work: Promise<T>, limitMs = 5 * 60_000): Promise<T> {
  const over = new AbortController();
  const late = sleep(limitMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error('The mail server takes too long');
  });
  late.catch(() => undefined); // ended because the mail was faster
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/** A bulk mail to a subscriber. */
export interface BulkMail {
  /** Unique: the same for each attempt to send it, so that the receiver can detect a second copy. */
  name: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Name of the list that it belongs to. */
  list: string;
  /** Address that ends the subscription when a form is posted to it (RFC 8058); none in a test mail. */
  unsubscribe?: string;
  /** Envelope sender, to which servers return the mail; by default the sender. */
  returnTo?: string | undefined;
  date: Date;
}

/** Several connections for many mails. */
export interface BulkTransport {
  /**
   * Delivers a mail. `beforeEnd` is awaited when all but the end of the mail has been sent, so that the server has not
   * taken it yet; if it throws, the server never does. The end follows in the same turn of the event loop in which
   * `beforeEnd` resolves. Without a server it is awaited when the file has been written. Throws if the server refuses the
   * mail.
   */
  deliver(mail: BulkMail, beforeEnd: () => Promise<void>): Promise<void>;
  close(): void;
}

/** Opens `connections` connections to the SMTP server, each of which sends one mail at a time; without a server it writes .eml files. */
export function openBulkTransport(
  { smtpUrl, siteUrl, dataDir }: Pick<Config, 'smtpUrl' | 'siteUrl' | 'dataDir'>,
  { name: senderName, replyTo }: Sender,
  connections: number,
): BulkTransport {
  const { hostname } = new URL(siteUrl);
  const transport: Transporter = smtpUrl
    ? createTransport({ ...at(smtpUrl), pool: true, maxConnections: connections, ...bulkTimeouts })
    : toFiles();
  if (smtpUrl)
    transport.use('stream', ({ data, message }, done) => {
      const { beforeEnd } = data as { beforeEnd: () => Promise<void> }; // set below
      // Without buffers, so that `flush` comes when the server has asked for the mail and all of it is in the socket.
      const last = () =>
        new Transform({
          highWaterMark: 0,
          transform: (chunk, _, next) => next(null, chunk),
          flush: (next) => void beforeEnd().then(() => next(), next),
        });
      message.processFunc((mail) => pipeline(mail, last(), () => undefined)); // its reader sees its errors
      done();
    });
  return {
    async deliver({ name, recipient, subject, text, html, list, unsubscribe, returnTo, date }, beforeEnd) {
      const options = {
        from: { name: senderName, address: senderAddress(siteUrl) },
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        date,
        messageId: `<${name}@${hostname}>`,
        replyTo: { name: '', address: replyTo },
        list: { ...(unsubscribe && { unsubscribe }), id: { url: `${list}.${hostname}`, comment: '' } },
        headers: { ...(unsubscribe && oneClick), Precedence: 'bulk' },
        ...(returnTo && { envelope: { from: returnTo, to: recipient } }),
      };
      const sent = await transport.sendMail({ ...options, beforeEnd } as SendMailOptions).catch(withoutLogin(smtpUrl));
      if (smtpUrl) return;
      await writeMail(dataDir, name, sent.message);
      await beforeEnd();
    },
    close: () => transport.close(),
  };
}

const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
const bulkTimeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

// Always the site's own address: any other From would fail the DMARC check of its domain.
const senderAddress = (siteUrl: string) => `no-reply@${new URL(siteUrl).hostname}`;

const toFiles = (): Transporter => createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function writeMail(dataDir: string, name: string, message: Buffer | NodeJS.ReadableStream) {
  const folder = outboxFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${name}.eml`), message, { mode: 0o600 });
}

/**
 * Delivers by SMTP if configured, else as .eml files in `DATA_DIR`/outbox. Calls `sender` for each mail. `timeoutMs` is
 * for each delivery by SMTP.
 */
export function openMailTransport(
  { smtpUrl, siteUrl, dataDir }: Config,
  sender: () => Sender,
  timeoutMs?: number,
): Deliver {
  const { hostname } = new URL(siteUrl);
  const address = senderAddress(siteUrl);
  const transport = smtpUrl ? smtp(smtpUrl, timeoutMs) : toFiles();
  return async ({ id, recipient, subject, body, replyTo, createdAt }) => {
    const { name, ...usual } = sender();
    const sending = transport.sendMail({
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
    const sent = await inTime(sending, timeoutMs).catch(withoutLogin(smtpUrl));
    if (!smtpUrl) await writeMail(dataDir, String(id).padStart(6, '0'), sent.message);
  };
}

function htmlOf(body: string, siteUrl: string) {
  const ownUrls = `${escapeXml(siteUrl)}/`;
  const link = (url: string) => `<a href="${url}">${url}</a>`;
  // A line that ends with a URL of the site. Other URLs may have been typed by a user, so they are no links.
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
