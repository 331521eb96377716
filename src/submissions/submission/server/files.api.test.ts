import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deleteOrphanedFiles, purgeBonafides } from '#src/submissions/author/server/submissions.jobs.ts';
import { docxFile, essayBytes, pdfFile } from '#test/factories/documents.ts';
import { decide, publish, submit } from '#test/factories/submissions.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const minuteMs = 60_000;
const dayMs = 86_400_000;
const at = (path: string) => `/api${path}`;
const bare = (path: string) => at(path.split('?')[0] ?? '');
const acts = async (id: number) =>
  (
    await site.db.execute(
      `SELECT actor FROM audit_log WHERE action = 'bonafide.opened' AND subject = 'submission ${id}'`,
    )
  ).rows;

describe('a bonafide file', () => {
  test('can be downloaded by its author and editors, and each download is audited', async () => {
    const [author, editor] = [await site.as('reader'), await site.as('editor')];
    const work = await submit(author);
    const seen = await editor.get(`/api/get-article-by-id?id=${work.id}`);
    for (const path of [work.bonafide_file, seen.body.data.bonafide_file]) {
      const { status, headers, body } = await site.visitor.get(at(path));
      expect(status).toBe(200);
      expect(Buffer.from(body).equals(essayBytes('Bonafide'))).toBe(true);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="bonafide\.pdf"/);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(await acts(work.id)).toHaveLength(2);
    expect((await author.get(bare(work.bonafide_file))).status).toBe(200);
    expect(await acts(work.id)).toHaveLength(3);
  });

  test('is shown to editors as rendered pages, which are encrypted on disk', async () => {
    const [author, editor, other] = [await site.as('reader'), await site.as('editor'), await site.as('reader')];
    const work = await submit(author, { bonafide_file: await pdfFile('bonafide.pdf', 'Bonafide', 2) });
    const file = async () =>
      (await editor.get(`/api/submissions/${work.id}`)).body.files.find(
        ({ kind }: { kind: string }) => kind === 'bonafide',
      );
    await expect.poll(async () => (await file()).drawing).toBe('done');
    const { pages } = await file();
    expect(pages).toMatchObject([
      { page: 1, width: 595, height: 842 },
      { page: 2, width: 595, height: 842 },
    ]);
    const picture = pages[1].picture;
    const before = (await acts(work.id)).length;
    const { status, headers, body } = await site.visitor.get(at(picture));
    expect({ status, type: headers.get('content-type'), cache: headers.get('cache-control') }).toEqual({
      status: 200,
      type: 'image/webp',
      cache: 'no-store',
    });
    expect(Buffer.from(body).subarray(8, 12).toString()).toBe('WEBP');
    expect(await acts(work.id)).toHaveLength(before + 1);
    expect((await author.get(bare(picture))).status).toBe(200);
    for (const client of [site.visitor, other]) expect((await client.get(bare(picture))).status).toBe(404);
    expect((await site.visitor.get(`${bare(picture)}?pass=${other.token}`)).status).toBe(403);
    expect((await editor.get(bare(picture).replace('2-1100', '9-1100'))).status).toBe(404);
    const [, name = ''] = /files\/(\w+)/.exec(picture) ?? [];
    const stored = await readFile(join(site.dataDir, 'files/essays', name, '2-1100.webp'));
    expect(stored.includes('WEBP')).toBe(false);
    const { rows } = await site.db.execute(
      `SELECT text FROM submission_pages JOIN submission_files ON id = file_id WHERE submission_id = ${work.id} AND kind = 'bonafide'`,
    );
    expect(rows).toEqual([{ text: '' }, { text: '' }]);
  });

  test('that is a .docx is shown to editors as text', async () => {
    const [author, editor] = [await site.as('reader'), await site.as('editor')];
    const work = await submit(author, { bonafide_file: docxFile('seal "1".docx') });
    const { headers } = await site.visitor.get(at(work.bonafide_file));
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
    const before = (await acts(work.id)).length;
    const text = await editor.get(`/api/submissions/${work.id}/text?kind=bonafide`);
    expect(text.body).toEqual({ html: '<p>Words of the essay.</p>' });
    expect(await acts(work.id)).toHaveLength(before + 1);
    expect((await editor.get(`/api/submissions/${work.id}/text`)).status).toBe(404); // the essay is a PDF
  });

  test('is encrypted on disk', async () => {
    const work = await submit(await site.as('reader'));
    const [, name = ''] = /files\/(\w+)/.exec(work.bonafide_file) ?? [];
    const stored = await readFile(join(site.dataDir, 'files/submissions', name));
    expect(stored.includes('%PDF')).toBe(false);
    await expect.poll(() => readdir(join(site.dataDir, 'receiving'))).toEqual([]);
  });

  test('is deleted some days after the decision; only who checked it is retained', async () => {
    const [author, editor] = [await site.as('reader'), await site.as('editor')];
    const [work, waiting] = [await submit(author), await submit(author)];
    await decide(editor, work.id, 'approved');
    const [, name] = /files\/(\w+)/.exec(work.bonafide_file) ?? [];
    site.advance(91 * dayMs);
    await site.services.jobs.send(purgeBonafides, {});
    await expect.poll(() => site.services.files.find(`submissions/${name}`)).toBeUndefined();
    const later = await site.as('editor');
    const { body } = await later.get(`/api/submissions/${work.id}`);
    expect(body.bonafide_file).toBeNull();
    expect(body.files.find(({ kind }: { kind: string }) => kind === 'bonafide')).toMatchObject({
      path: null,
      filename: '',
      checked_at: body.decided_at,
      checked_by: expect.stringContaining('Test editor'),
    });
    expect((await later.get(bare(work.bonafide_file))).status).toBe(410);
    expect((await later.get(bare(waiting.bonafide_file))).status).toBe(200);
  });
});

describe('the files of another user', () => {
  test('cannot be opened by name, by a changed id or by a guessed key', async () => {
    const [author, other] = [await site.as('reader'), await site.as('reader')];
    const [work, own] = [await submit(author), await submit(other)];
    for (const path of [work.bonafide_file, work.essay_file]) {
      expect((await site.visitor.get(bare(path))).status).toBe(404);
      expect((await other.get(bare(path))).status).toBe(404);
      // The signature of a user's own file with another user's path.
      const pass = own.bonafide_file.split('?')[1];
      expect((await other.get(`${bare(path)}?${pass}`)).status).toBe(403);
      expect((await site.visitor.get(`${bare(path)}?pass=${other.token}`)).status).toBe(403);
      expect((await site.visitor.get(`${bare(path)}?pass=x`)).status).toBe(403);
      // Another extension, and guesses from the storage key.
      expect((await author.get(bare(path).replace('.pdf', '.docx'))).status).toBe(404);
      const [, name] = /files\/(\w+)/.exec(path) ?? [];
      for (const guess of [
        `/api/static/uploads/${name}.pdf`,
        `/api/essays/${name}.pdf`,
        `/api/submissions/files/..%2F${name}.pdf`,
        `/api/submissions/files/%2e%2e%2f${name}.pdf`,
        `/files/submissions/${name}`,
      ])
        expect((await author.get(guess)).status, guess).toBe(404);
    }
    expect(await acts(work.id)).toEqual([]);
  });

  test('cannot be opened by an expired signed URL', async () => {
    const work = await submit(await site.as('reader'));
    site.advance(16 * minuteMs);
    expect(await site.visitor.get(at(work.bonafide_file))).toMatchObject({
      status: 403,
      body: { error: 'This link has run out. Please load the page again.' },
    });
  });

  test('cannot be opened after logout or after the role has changed', async () => {
    const author = await site.as('reader');
    const work = await submit(author);
    const user = await site.createUser('editor');
    const editor = await site.visitor.login('/api/admin_login', user.email, password);
    const { body } = await editor.get(`/api/get-article-by-id?id=${work.id}`);
    expect((await site.visitor.get(at(body.data.bonafide_file))).status).toBe(200);
    const admin = await site.as('admin');
    expect((await admin.json('PUT', `/api/people/${user.id}/role`, { role: 'reader' })).status).toBe(200);
    expect((await site.visitor.get(at(body.data.bonafide_file))).status).toBe(403);
    expect((await editor.get(bare(body.data.bonafide_file))).status).toBe(404);
    await author.json('POST', '/api/newswings_logout', {});
    expect((await site.visitor.get(at(work.bonafide_file))).status).toBe(403);
  });
});

describe('an approved essay', () => {
  test('is public, cacheable and served in ranges, and gone when the approval is revoked', async () => {
    const work = await publish(site);
    const { status, headers, body } = await site.visitor.get(at(work.essay_file));
    expect({ status, cache: headers.get('cache-control') }).toEqual({
      status: 200,
      cache: 'public, max-age=31536000, immutable',
    });
    expect(Buffer.from(body).equals(essayBytes())).toBe(true);
    const part = await site.visitor.get(at(work.essay_file), { range: 'bytes=0-4' });
    expect({ status: part.status, text: Buffer.from(part.body).toString() }).toEqual({ status: 206, text: '%PDF-' });
    const pdf = await site.visitor.get(`/research/${work.id}/some-name.pdf`);
    expect(pdf.status).toBe(301);
    const own = await site.visitor.get(pdf.headers.get('location') ?? '');
    expect({ status: own.status, type: own.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/pdf',
    });
    // The content of a file must not run on our origin, wherever it is opened.
    for (const opened of [headers, part.headers, own.headers]) {
      expect(opened.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'self'; sandbox");
      expect(opened.get('content-disposition')).toMatch(/^inline; /);
      expect(opened.get('x-content-type-options')).toBe('nosniff');
    }
    const etag = own.headers.get('etag') ?? '';
    const again = await site.visitor.get(pdf.headers.get('location') ?? '', { 'if-none-match': etag });
    expect(again.status).toBe(304);

    await decide(await site.as('editor'), work.id, 'rejected');
    expect((await site.visitor.get(at(work.essay_file))).status).toBe(404);
    expect((await site.visitor.get(pdf.headers.get('location') ?? '')).status).toBe(410);
    await decide(await site.as('editor'), work.id, 'approved');
    expect((await site.visitor.get(at(work.essay_file))).status).toBe(404);
    expect((await site.visitor.get(pdf.headers.get('location') ?? '')).status).toBe(200);
  });

  test('has page images for browsers that cannot display PDFs', async () => {
    const work = await publish(site, { essay_file: await pdfFile('three.pdf', 'Three pages', 3) });
    const picture = (image: string) => `${at(work.essay_file).replace('.pdf', '')}/${image}`;
    const drawn = async () => (await site.visitor.get(picture('3-1100.webp'))).status;
    await expect.poll(drawn).toBe(200);
    expect((await site.visitor.get(picture('1-480.webp'))).headers.get('content-type')).toBe('image/webp');
    expect((await site.visitor.get(picture('4-1100.webp'))).status).toBe(404);
    await expect
      .poll(async () => (await site.db.execute('SELECT count(*)::int FROM submission_pages')).rows)
      .not.toEqual([{ count: 0 }]);
    await decide(await site.as('editor'), work.id, 'rejected');
    expect((await site.visitor.get(picture('1-480.webp'))).status).toBe(404);
  });

  test('that is a .docx is served as a download, and a PDF can be attached', async () => {
    const work = await publish(site, { essay_file: docxFile() });
    expect(work).toMatchObject({ status: 'approved', published_at: null });
    expect((await site.visitor.get(at(work.essay_file))).headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await site.visitor.get(`/research/${work.id}/x.pdf`)).status).toBe(404);
    const attach = `/api/submissions/${work.id}/pdf`;
    const editor = await site.as('editor');
    expect((await (await site.as('reader')).form('POST', attach, { pdf: await pdfFile() })).status).toBe(403);
    expect((await site.visitor.form('POST', attach, { pdf: await pdfFile() })).status).toBe(401);
    expect((await editor.form('POST', attach, { pdf: docxFile() })).status).toBe(415);
    expect((await editor.form('POST', attach, {})).status).toBe(422);
    expect((await editor.form('POST', attach, { pdf: await pdfFile() })).status).toBe(201);
    expect((await editor.form('POST', attach, { pdf: await pdfFile() })).status).toBe(409);
    const { body } = await site.visitor.get(`/api/get-article-by-id?id=${work.id}`);
    expect(body.data).toMatchObject({ published_at: expect.any(String), essay_file: expect.stringMatching(/\.pdf$/) });
    expect((await site.visitor.get(at(body.data.essay_file))).status).toBe(200);
    expect((await site.visitor.get(at(work.essay_file))).status).toBe(404);
  });
});

test('orphaned files of failed forms are deleted after a day', async () => {
  const author = await site.as('reader');
  const kept = await submit(author);
  await site.db.execute(
    `INSERT INTO submission_files (kind, name, format, filename, size_bytes, encrypted, created_at) VALUES ('essay', 'loose', 'pdf', 'x.pdf', 1, false, now() - interval '25 hours')`,
  );
  await site.services.files.put('submissions/loose', new Uint8Array(1), 'application/pdf');
  await site.services.jobs.send(deleteOrphanedFiles, {});
  await expect.poll(() => site.services.files.find('submissions/loose')).toBeUndefined();
  expect((await site.visitor.get(at(kept.essay_file))).status).toBe(200);
});
