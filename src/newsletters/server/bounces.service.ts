// Newsletters that come back: decision 175. Each copy has an envelope sender of its own (VERP), to which servers report.
import type { Readable } from 'node:stream';
import type { Config } from '#src/platform/config.ts';
import { type Db, openDatabase } from '#src/platform/database/db.ts';
import { findAuthSecret } from '#src/platform/secrets/secrets.ts';
import { openSignedCodes, type SignedCodes } from '#src/platform/secrets/signed-codes.ts';
import { bounceBytes, isPermanentFailure } from '../bounces.rules.ts';
import { refusalsThatEnd } from '../newsletters.rules.ts';
import { returnCopy } from './copies.queries.ts';
import { copyOf } from './return-addresses.service.ts';
import { countRefusal } from './subscriptions.queries.ts';

const outcomes = {
  counted: 'The bounce was counted.',
  known: 'It was counted before, or nothing is known of this copy any more.',
  temporary: 'It is no report of a permanent failure, so nothing was counted.',
  foreign: 'The address is none that this site has signed, so nothing was counted.',
};
export type Outcome = keyof typeof outcomes;

/** Counts a mail to the envelope sender of a copy, if it reports that the copy will never be delivered. */
export async function recordBounce(
  { db, codes, now }: { db: Db; codes: SignedCodes; now: Date },
  address: string,
  mail: Buffer,
): Promise<Outcome> {
  const copy = copyOf(codes, address);
  if (!copy) return 'foreign';
  const { default: PostalMime } = await import('postal-mime'); // a site that starts does not need it
  const unreadable = { attachments: [] }; // such as parts within parts without end: it is not read the next time either
  const { attachments } = await PostalMime.parse(mail, { attachmentEncoding: 'utf8' }).catch(() => unreadable);
  const isReport = (type: string) => ['message/delivery-status', 'message/global-delivery-status'].includes(type);
  const reports = attachments.filter(({ mimeType }) => isReport(mimeType));
  if (!reports.some(({ content }) => isPermanentFailure(String(content)))) return 'temporary';
  return db.transaction(async (tx) => {
    if (!(await returnCopy(tx, copy.issueId, copy.subscriptionId))) return 'known';
    await countRefusal(tx, copy.subscriptionId, copy.issueId, refusalsThatEnd, now);
    return 'counted';
  });
}

// sysexits.h: the mail server tries again later.
const tryAgainLater = 75;

export interface BounceSite {
  config: Config;
  /** Connection string of the database; undefined while the embedded one does not run. */
  databaseUrl: string | undefined;
}

interface Streams {
  stdin: Readable;
  stdout: { write(text: string): unknown };
}

/** `npm run bounce -- ADDRESS`: takes the mail to an address from the standard input. Returns the exit code. */
export async function runBounce(
  { config, databaseUrl }: BounceSite,
  [address = '']: string[],
  { stdin, stdout }: Streams = process,
): Promise<number> {
  const mail = await readBeginning(stdin);
  const secret = await findAuthSecret(config);
  if (!databaseUrl || !secret) {
    stdout.write('The site has not been started.\n');
    return tryAgainLater;
  }
  const database = openDatabase(databaseUrl, () => undefined);
  try {
    const site = { db: database.db, codes: openSignedCodes(secret), now: new Date() };
    stdout.write(`${outcomes[await recordBounce(site, address, mail)]}\n`);
    return 0;
  } finally {
    await database.close();
  }
}

// Read to its end: the mail server would take a closed pipe for a failure.
async function readBeginning(stdin: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    if (bytes < bounceBytes) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, bounceBytes);
}
