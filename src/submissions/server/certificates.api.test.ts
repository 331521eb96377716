import { describe, expect, test } from 'vitest';
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

describe('a certificate', () => {
  test('is a PDF for its author, by a path that lasts a quarter of an hour', async () => {
    const { own, work } = await publishedBy({ title: 'रात की रेलगाड़ियाँ & "others"', co_authors: 'Dev Iyer' });
    const opened = await site.visitor.get(`/api${own.certificate}`);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-type')).toBe('application/pdf');
    expect(opened.headers.get('content-disposition')).toContain(`certificate-${work.id}.pdf`);
    expect(Buffer.from(opened.body).subarray(0, 5).toString()).toBe('%PDF-');
    site.advance(16 * 60_000);
    expect((await site.visitor.get(`/api${own.certificate}`)).status).toBe(403);
    site.advance(-16 * 60_000);
  });

  test('is refused to others, and before the work is published', async () => {
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

describe('what is kept of an author', () => {
  test('is his to have, and goes when he leaves: undecided works wholly, of a published one his address and number', async () => {
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
    await expect.poll(() => site.parts.files.find(`submissions/${bonafide}`), { timeout: 10_000 }).toBeUndefined();
    const open = (await site.visitor.get(`/api/get-article-by-id?id=${work.id}`)).body.data;
    expect((await site.visitor.get(`/api${open.essay_file}`)).status).toBe(200);
  });
});
