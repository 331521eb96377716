// Mutated files of every accepted type, sent through the real endpoints: none may crash a process, leak internals or
// take long. FUZZ_TIMES multiplies the number of runs, FUZZ_SEED repeats a run.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { expect } from 'vitest';
import type { Answer, Client } from '../client.ts';
import { docBytes, docxBytes, essayBytes, paragraph } from '../factories/documents.ts';
import { mutated } from '../factories/mutations.ts';
import { statementColumns, statementFile } from '../factories/payments.ts';
import { pdfBytes } from '../factories/pdfs.ts';
import { pictureFile } from '../factories/pictures.ts';
import { storyFields } from '../factories/stories.ts';
import { submissionFields } from '../factories/submissions.ts';
import { password } from '../site.ts';
import { attack } from './attack.ts';
import { megabytesOf, watchedSiteForFile } from './watched-site.ts';

const site = watchedSiteForFile();

const times = Number(process.env.FUZZ_TIMES ?? 1);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
// A file is scanned for at most 15 s; the rest allows for a busy machine.
const slowestMs = 25_000;

const file = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

/** Sends each file that `arbitrary` generates and checks every response. Returns the number of responses per status. */
async function fuzz<T>(runs: number, arbitrary: fc.Arbitrary<T>, send: (made: T) => Promise<Answer[]>) {
  const statuses: Record<number, number> = {};
  const property = fc.asyncProperty(arbitrary, async (made) => {
    const begun = performance.now();
    for (const { status, body } of await send(made)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      expect(status).toBeLessThan(500);
      const said =
        Buffer.isBuffer(body) || body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body);
      expect(said).not.toMatch(/\bat [\w.<>]+ \(|node:internal|node_modules/); // "at readPdf (/srv/…"
    }
    expect(performance.now() - begun).toBeLessThan(slowestMs);
  });
  await fc.assert(property, { numRuns: runs * times, seed, endOnFailure: true });
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}

/** The minimum over some seconds, in which running jobs and prestarted workers end. */
async function atRest(held: () => Promise<number>): Promise<number> {
  let least = await held();
  for (const end = Date.now() + 5_000; Date.now() < end; await sleep(500)) least = Math.min(least, await held());
  return least;
}

/** Returns an account, a new one in time for the daily limit of thirty submissions. */
function authorsOf() {
  let [count, author] = [0, undefined as Client | undefined];
  return async () => {
    if (count % 25 === 0 || !author) {
      const email = `fuzz${count}@readers.test`;
      const person = {
        name: 'Asha Rao',
        dob: '1990-05-17',
        email,
        mobile: '+919876543210',
        password: 'a river in spate',
      };
      const client = site.client.from(`203.0.113.${count / 25 + 1}`);
      await client.form('POST', '/api/newswings_register', person);
      author = await client.login('/api/newswings_login', email, 'a river in spate');
    }
    count += 1;
    return author;
  };
}

/** A .docx whose parts are mutated before they are zipped, so that the archive itself is valid. */
const mutatedDocx = (honest: Uint8Array): fc.Arbitrary<Buffer> => {
  const parts = unzipSync(honest);
  return fc
    .constantFrom(...Object.keys(parts))
    .chain((name) =>
      mutated(parts[name] ?? new Uint8Array(1)).map((part) => Buffer.from(zipSync({ ...parts, [name]: part }))),
    );
};

const markdown = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        '**',
        '__',
        '> ',
        '# ',
        '- ',
        '1. ',
        '[a](',
        ')',
        '![',
        '`',
        '```\n',
        '\n\n',
        '<b>',
        '&amp;',
        '\\',
        '|',
        ':::',
        '[^1]',
        '<!--',
      ),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join('') || 'Words');

attack(
  'changed PDFs, pictures, documents, statements and stories, by every way in',
  async (outcome) => {
    process.stdout.write(`FUZZ_SEED=${seed}\n`);
    const editor = await site.client.login('/api/admin_login', 'chief@news.test', password);
    const nextAuthor = authorsOf();
    const submit = async (essay: File) => [
      await (await nextAuthor()).form('POST', '/api/create-article', await submissionFields({ bonafide_file: essay })),
    ];
    const story = async (fields: Record<string, string | Blob>) => {
      const made = await editor.form('POST', '/api/admin', storyFields(fields));
      return made.status === 201 ? [made, await site.client.get(`/news/${made.body.id}`)] : [made];
    };
    const statement = await statementFile([['21/11/2026', 'UPI/CR/412345678901/ASHA', '', '', '40.00']]).bytes();
    const photo = await (await pictureFile(300, 200, 'jpeg')).bytes();
    const drawing = await (await pictureFile(120, 80, 'png')).bytes();
    const webp = await (await pictureFile(120, 80, 'webp')).bytes();

    // The baseline, measured after everything is loaded.
    await story({ image: file(photo, 'upload.png') });
    await submit(file(essayBytes(), 'essay.pdf'));
    const held = () => megabytesOf(site.child.pid ?? 0);
    const before = await atRest(held);

    const got = {
      PDF: await fuzz(8, mutated(essayBytes()), (bytes) => submit(file(bytes, 'essay.pdf'))),
      edition: await fuzz(3, mutated(pdfBytes(['One', 'Two'])), async (bytes) => [
        await editor.form('POST', '/api/upload-pdf', { pdf: file(bytes, 'a.pdf'), category: 'weekly' }),
      ]),
      picture: await fuzz(9, fc.oneof(mutated(photo), mutated(drawing), mutated(webp)), (bytes) =>
        story({ image: file(bytes, 'upload.png') }),
      ),
      '.docx': await fuzz(
        6,
        fc.oneof(mutated(docxBytes()), mutatedDocx(docxBytes({ body: paragraph('A &amp; B'), title: 'T' }))),
        (bytes) => submit(file(bytes, 'essay.docx')),
      ),
      '.doc': await fuzz(4, mutated(docBytes({ text: 'A\x13PAGE\x141\x15\r' })), (bytes) =>
        submit(file(bytes, 'essay.doc')),
      ),
      CSV: await fuzz(20, mutated(statement), async (bytes) => [
        await editor.form('POST', '/api/statements', { statement: file(bytes, 'a.csv'), columns: statementColumns }),
      ]),
      Markdown: await fuzz(15, markdown, (text) => story({ news_description: text })),
    };
    await expect.poll(held, { interval: 1000 }).toBeLessThan(before * 1.2);
    const after = await held();
    expect(site.output()).not.toMatch(/UnhandledPromise|uncaught/i);
    const all = Object.entries(got).map(([kind, statuses]) => `${kind} ${statuses}`);
    outcome.refused(`${all.join('; ')}; ${before} MB before, ${after} MB after; seed ${seed}`);
    const honest = [
      ...(await submit(file(essayBytes(), 'essay.pdf'))),
      ...(await submit(file(docxBytes(), 'essay.docx'))),
      ...(await story({ image: file(photo, 'upload.png') })),
    ].map(({ status }) => status);
    expect(honest).toEqual([201, 201, 201, 200]);
    outcome.honest(honest.join(' '));
  },
  120_000 + 120_000 * times,
);
