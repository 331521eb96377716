import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { openBucket } from '../bucket.ts';
import { essayBytes, pdfFile } from '../factories/documents.ts';
import { addEdition, download, newName, upload } from '../factories/editions.ts';
import { pdfBytes } from '../factories/pdfs.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory, storyFields } from '../factories/stories.ts';
import { submissionFields, submit } from '../factories/submissions.ts';
import type { TestSite } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';

const bucket = await openBucket();
afterAll(() => bucket.close());

// The tests of each slice cover the same with files on disk.
describe('with files in a bucket', () => {
  const site = siteForFile(bucket.env);
  let editor: Client;
  beforeAll(async () => {
    editor = await site.as('editor');
  });
  const statusOf = async (path: string) => (await site.visitor.get(path)).status;

  test('the site is ready', async () => {
    expect((await site.visitor.get('/readyz')).body).toMatchObject({ status: 'ready', files: 'ok' });
  });

  test('serves a story’s picture and its smaller sizes', async () => {
    const { image_url } = await createStory(editor, { image: await pictureFile(700, 500) });
    const { status, headers, body } = await site.visitor.get(`/api${image_url}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(Number(headers.get('content-length'))).toBe(body.length);
    const smaller = `/api${image_url.replace('.jpg', '-480.webp')}`;
    await expect.poll(() => statusOf(smaller)).toBe(200);
  });

  test('withholds a draft’s picture until the story is published', async () => {
    const draft = await createStory(editor, { status: 'draft', image: await pictureFile(300, 200) });
    const path = `/api/static/uploads/${draft.image}`;
    expect(await statusOf(path)).toBe(404);
    const { status } = await editor.form('PUT', `/api/admin/${draft.id}`, { status: 'published' });
    expect(status).toBe(200);
    expect(await statusOf(path)).toBe(200);
  });

  test('downloads an edition in full and by range', async () => {
    const bytes = pdfBytes(['The exact bytes of this page.', 'And of that one.']);
    const sent = await upload(editor, new File([new Uint8Array(bytes)], newName()));
    const { filename } = sent.body.data;
    const whole = await download(editor, filename);
    expect(whole.status).toBe(200);
    expect(Buffer.from(whole.body).equals(bytes)).toBe(true);
    const part = await download(editor, filename, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(part.body).equals(bytes.subarray(100, 200))).toBe(true);
    const beyond = await download(editor, filename, { range: `bytes=${bytes.length}-` });
    expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
  });

  test('renders and serves the pages of an edition', async () => {
    const id = await addEdition(editor, ['The first page.', 'The second page.']);
    const { status, headers } = await editor.get(`/api/editions/${id}/pages/2/screen`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^image\/(webp|avif)$/);
  });

  test('returns a submission’s documents unchanged to authorized users', async () => {
    const author = await site.as('reader');
    const work = await submit(author, { bonafide_file: await pdfFile('bonafide.pdf', 'Bonafide') });
    const essay = await author.get(`/api${work.essay_file}`);
    expect(essay.status).toBe(200);
    expect(Buffer.from(essay.body).equals(essayBytes())).toBe(true);
    const bonafide = await author.get(`/api${work.bonafide_file}`);
    expect(Buffer.from(bonafide.body).equals(essayBytes('Bonafide'))).toBe(true);
    const [, name = ''] = /files\/(\w+)/.exec(work.bonafide_file) ?? [];
    expect(Buffer.from(await site.services.files.bytes(`submissions/${name}`)).includes('%PDF')).toBe(false);
    expect(await statusOf(`/api${work.essay_file.split('?')[0]}`)).toBe(404);
  });
});

const failing = await openBucket();
afterAll(() => failing.close());

describe.each([
  ['a folder', {}, ({ dataDir }: TestSite) => breakFolder(join(dataDir, 'files'))],
  ['a bucket', failing.env, () => failing.close()],
])('%s that fails while the site runs', (_, env, breakStore) => {
  const site = siteForFile(env);

  test('makes file requests and /readyz fail for every role; requests without files succeed', async () => {
    const [editor, author] = [await site.as('editor'), await site.as('reader')];
    const { image_url } = await createStory(editor, { image: await pictureFile(300, 200) });
    await breakStore(site);
    const answers = [
      await editor.form('POST', '/api/admin', storyFields({ image: await pictureFile(300, 200) })),
      await author.form('POST', '/api/create-article', await submissionFields()),
      await site.visitor.get(`/api${image_url}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([500, 'internal']));
    const ready = await site.visitor.get('/readyz');
    expect(ready).toMatchObject({ status: 503, body: { files: 'failing', database: 'ok' } });
    expect((await editor.form('POST', '/api/admin', storyFields())).status).toBe(201);
  });
});

async function breakFolder(folder: string) {
  await rename(folder, `${folder}.away`);
  await writeFile(folder, 'not a folder');
}
