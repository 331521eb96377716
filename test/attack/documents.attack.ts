// Attacks on reviewers by malicious documents; each trick has its own test in src/platform/workers/*.test.ts.
import { expect } from 'vitest';
import type { Client } from '../client.ts';
import { dangerousDoc, dangerousDocx } from '../factories/dangerous-documents.ts';
import { dangerousPdfs } from '../factories/dangerous-pdfs.ts';
import { docFile, docxFile, pdfFile } from '../factories/documents.ts';
import { submissionFields } from '../factories/submissions.ts';
import { password } from '../site.ts';
import { attack } from './attack.ts';
import { watchedSiteForFile } from './watched-site.ts';

const site = watchedSiteForFile();

let authors = 0;
async function newAuthor(): Promise<Client> {
  authors += 1;
  const client = site.client.from(`203.0.113.${authors}`);
  const person = {
    name: 'Asha Rao',
    dob: '1990-05-17',
    email: `author${authors}@readers.test`,
    mobile: '+919876543210',
  };
  await client.form('POST', '/api/newswings_register', { ...person, password: 'a river in spate' });
  return client.login('/api/newswings_login', person.email, 'a river in spate');
}

// Samples of each danger: the simplest one, and an obfuscated one.
const tricks: [string, () => Uint8Array][] = [
  ...pick(
    dangerousPdfs,
    '.pdf',
    (name, [danger]) => danger !== 'script' || /packed twice|older revision|trailer/.test(name),
  ),
  ...pick(dangerousDocx, '.docx', () => true),
  ...pick(dangerousDoc, '.doc', () => true),
];

function pick<T extends [string, () => Uint8Array]>(
  from: Record<string, T>,
  ending: string,
  wanted: (name: string, trick: T) => boolean,
): [string, () => Uint8Array][] {
  return Object.entries(from)
    .filter(([name, trick]) => wanted(name, trick))
    .map(([name, [, bytes]]) => [name + ending, bytes]);
}

attack(
  '16 documents that run, send, fetch or carry something, handed in for reviewers',
  async (outcome) => {
    const taken: string[] = [];
    const unexplained: string[] = [];
    let author = await newAuthor();
    for (const [index, [name, bytes]] of tricks.entries()) {
      if (index % 25 === 24) author = await newAuthor(); // the limit is thirty a day
      const file = new File([new Uint8Array(bytes())], name);
      const { status, body } = await author.form('POST', '/api/create-article', {
        ...(await submissionFields()),
        bonafide_file: file,
      });
      if (status !== 422 && status !== 415) taken.push(`${name}: ${status}`);
      if (!/^[A-Z][^{}]+[.]$/.test(body.fields?.bonafide_file ?? '')) unexplained.push(name);
    }
    expect(taken).toEqual([]);
    expect(unexplained).toEqual([]);
    outcome.refused(`${tricks.length} of ${tricks.length} refused with the reason`);
    const honest = [];
    for (const bonafide of [await pdfFile(), docxFile(), docFile()])
      honest.push(
        (
          await (
            await newAuthor()
          ).form('POST', '/api/create-article', await submissionFields({ bonafide_file: bonafide }))
        ).status,
      );
    expect(honest).toEqual([201, 201, 201]);
    outcome.honest(honest.join(' '));
  },
  240_000,
);

attack(
  '16 the original of a document is never shown by the browser',
  async (outcome) => {
    const author = await newAuthor();
    const { body } = await author.form('POST', '/api/create-article', await submissionFields());
    const editor = await site.client.login('/api/admin_login', 'chief@news.test', password);
    const reviewed = (await editor.get(`/api/submissions/${body.data.id}`)).body;
    for (const { path } of reviewed.files) {
      const { status, headers } = await site.client.get(`/api${path}`);
      expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment; /)]);
    }
    outcome.refused('attachment');
    const drawn = async () =>
      (await editor.get(`/api/submissions/${body.data.id}`)).body.files.map(
        ({ pages }: { pages: unknown[] }) => pages.length,
      );
    await expect.poll(drawn, { timeout: 200_000 }).toEqual([1, 1]); // after the pages of the crowd above
    outcome.honest('drawn pages');
  },
  240_000,
);
