import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { renderPdf } from '#src/platform/workers/pdf/pdf.ts';
import { decide, publish, submit } from '#test/factories/submissions.ts';
import { nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

async function publishedBy(changes: Record<string, string> = {}) {
  const user = await site.createUser('reader');
  const author = await site.visitor.login('/api/newswings_login', user.email, password);
  const work = await submit(author, changes);
  await decide(await site.as('editor'), work.id, 'approved');
  const [own] = (await author.get('/api/submissions/own')).body.submissions;
  return { user, author, work, own };
}

/** The text of a one-page PDF and the content of its QR code. */
async function readCertificate(bytes: Uint8Array) {
  const outDir = await mkdtemp(join(site.dataDir, 'certificate-'));
  const path = join(outDir, 'certificate.pdf');
  await writeFile(path, bytes);
  let text = '';
  const { pages } = await renderPdf({ path, outDir, widths: [2000] }, (page) => (text += page.text.text));
  const { data, info } = await sharp(join(outDir, '1-2000.webp'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
  return { pages, text: text.replaceAll(/\s+/g, ' '), code };
}

describe('a certificate', () => {
  test('contains authors, title, date and the verification URL, which is also a QR code', async () => {
    const work = { title: 'Salt & <pepper> "pans"', co_authors: 'Dev Iyer\nMeera Shah', institution: 'River College' };
    const { user, own } = await publishedBy(work);
    const { pages, text, code } = await readCertificate((await site.visitor.get(`/api${own.certificate}`)).body);
    expect(pages).toBe(1);
    const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
    const { rows } = await site.db.execute<{ code: string }>(`SELECT code FROM submissions WHERE id = ${own.id}`);
    const { siteUrl } = site.services.config;
    const check = `${siteUrl}/verify/${rows[0]?.code}`;
    for (const words of [
      'Certificate of publication',
      `${user.name}, Dev Iyer and Meera Shah`,
      'River College',
      'Salt & <pepper> "pans"',
      `on ${day.format(new Date(own.published_at))}`,
      `${siteUrl}/research/${own.id}/`,
      `Code ${rows[0]?.code}`,
      check,
    ])
      expect(text).toContain(words);
    expect(code).toBe(check);
  });

  test('is a PDF that its author opens by a signed URL valid for 15 minutes', async () => {
    const { own, work } = await publishedBy({ title: 'रात की रेलगाड़ियाँ & "others"', co_authors: 'Dev Iyer' });
    const opened = await site.visitor.get(`/api${own.certificate}`);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-type')).toBe('application/pdf');
    expect(opened.headers.get('content-disposition')).toContain(`certificate-${work.id}.pdf`);
    expect(opened.headers.get('content-security-policy')).toMatch(/; sandbox$/);
    expect(Buffer.from(opened.body).subarray(0, 5).toString()).toBe('%PDF-');
    site.advance(16 * 60_000);
    expect((await site.visitor.get(`/api${own.certificate}`)).status).toBe(403);
  });

  test('is refused to others, and unless the submission is published', async () => {
    const { work, own, author } = await publishedBy();
    const path = `/api/submissions/${work.id}/certificate`;
    expect((await site.visitor.get(path)).status).toBe(404);
    expect((await (await site.as('reader')).get(path)).status).toBe(404);
    expect((await (await site.as('editor')).get(path)).status).toBe(200);
    const other = await publish(site);
    const pass = own.certificate.split('?')[1];
    expect((await site.visitor.get(`/api/submissions/${other.id}/certificate?${pass}`)).status).toBe(403);
    await decide(await site.as('editor'), work.id, 'rejected');
    expect((await author.get(path)).status).toBe(409);
    expect((await author.get('/api/submissions/own')).body.submissions[0].certificate).toBeNull();
  });
});

describe('data retained about an author', () => {
  test('can be exported; deleting the account erases open submissions and all contact data', async () => {
    const { user, author, work } = await publishedBy({ title: 'Published before leaving' });
    await nextMail(site, user.email);
    const waiting = await submit(author, { title: 'Still waiting' });
    const data = (await author.get('/api/user/data')).body;
    expect(data.submissions).toMatchObject([
      { id: waiting.id, title: 'Still waiting', email: user.email, history: [{ action: 'submit' }] },
      { id: work.id, history: [{ action: 'submit' }, { action: 'approve' }] },
    ]);
    expect((await author.json('POST', '/api/user/delete', { password })).status).toBe(200);
    const { rows } = await site.db.execute(
      `SELECT id, state, username, email, mobile, title FROM submissions WHERE id IN (${work.id}, ${waiting.id}) ORDER BY id`,
    );
    expect(rows).toEqual([
      { id: work.id, state: 'approved', username: user.name, email: '', mobile: '', title: 'Published before leaving' },
      { id: waiting.id, state: 'withdrawn', username: '', email: '', mobile: '', title: '' },
    ]);
    const [, bonafide] = /files\/(\w+)/.exec(work.bonafide_file) ?? [];
    await expect.poll(() => site.services.files.find(`submissions/${bonafide}`)).toBeUndefined();
    const open = (await site.visitor.get(`/api/get-article-by-id?id=${work.id}`)).body.data;
    expect((await site.visitor.get(`/api${open.essay_file}`)).status).toBe(200);
  });
});
