import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { outbox } from '#src/platform/mail/mail.tables.ts';
import type { TestSite } from './site.ts';

export interface ReadMail {
  from: string;
  fromName: string;
  to: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
}

const read = new Set<string>();

/** The next unread mail to this address in the site's outbox. Waits up to 10 s. */
export async function nextMail({ dataDir }: { dataDir: string }, to: string): Promise<ReadMail> {
  const folder = join(dataDir, 'outbox');
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) {
    for (const file of (await readdir(folder).catch(() => [])).sort()) {
      const path = join(folder, file);
      if (read.has(path)) continue;
      const mail = await readMail(path);
      if (mail.to !== to) continue;
      read.add(path);
      return mail;
    }
  }
  throw new Error(`No mail to ${to} came`);
}

/** The token in a mail's link to a page: for "/reset-password?token=x" it is x. */
export const tokenIn = (text: string, page: string): string =>
  new RegExp(`${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? '';

/** Every mail to this address, in outbox order. */
export async function allMail({ dataDir }: { dataDir: string }, to: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(files.map((file) => readMail(join(folder, file))));
  return mails.filter((mail) => mail.to === to);
}

/** How many mails to these addresses were written, sent or not. */
export const countMails = async ({ db }: Pick<TestSite, 'db'>, ...to: string[]): Promise<number> =>
  db.$count(outbox, inArray(outbox.recipient, to));

async function readMail(path: string): Promise<ReadMail> {
  const { from, to, replyTo, subject = '', text = '', html = '' } = await PostalMime.parse(await readFile(path));
  return {
    from: from?.address ?? '',
    fromName: from?.name ?? '',
    to: to?.[0]?.address ?? '',
    replyTo: replyTo?.[0]?.address,
    subject,
    text,
    html,
  };
}
