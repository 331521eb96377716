import { beforeAll, describe, expect, test } from 'vitest';
import { isoDate } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { createAuthor } from '#test/factories/authors.ts';
import { createStory } from '#test/factories/stories.ts';
import { publishMany } from '#test/factories/submissions.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { WorkStatistics } from '../author-statistics.contract.ts';
import { updateCitations } from './readership.jobs.ts';

const site = siteForFile();
let editor: Client;
let reporter: Client;
let student: Client;
let [reporterId, studentId] = [0, 0];
let story: { id: number };
let essays: number[];
beforeAll(async () => {
  editor = await site.as('editor');
  const [writer, author] = [await site.createUser('reporter', { name: 'Asha Rao' }), await site.createUser('reader')];
  [reporterId, studentId] = [writer.id, author.id];
  reporter = await site.visitor.login('/api/admin_login', writer.email, password);
  student = await site.visitor.login('/api/newswings_login', author.email, password);
  const byline = await createAuthor(editor, { user_id: String(writer.id) });
  story = await createStory(editor, { status: 'published', authors: String(byline.id), news_title: 'The heron' });
  await createStory(editor, { status: 'draft', authors: String(byline.id) });
  await publishMany(site, 2, { files: true, pages: true });
  const { rows } = await site.db.execute<{ id: number }>(
    `UPDATE submissions SET author_id = ${author.id} RETURNING id`,
  );
  essays = rows.map(({ id }) => id).sort((a, b) => a - b);
});

const readersOf = async (client: Client, query = '') => client.get(`/api/user/readers${query}`);
const works = async (client: Client): Promise<WorkStatistics[]> => (await readersOf(client)).body.works;
const read = (query: Record<string, string | number>) =>
  site.visitor.send(
    'POST',
    `/api/reads?${new URLSearchParams({ language: 'en', ...query } as Record<string, string>)}`,
  );

describe('works', () => {
  test('a reporter sees the reads of published stories with his byline, by month and depth', async () => {
    for (const depth of [0, 60, 100]) expect((await read({ story: story.id, depth })).status).toBe(204);
    const month = isoDate(site.services.now()).slice(0, 7);
    const { body } = await readersOf(reporter);
    expect(body).toMatchObject({ name: 'Asha Rao' });
    expect(body.months).toHaveLength(12);
    expect(body.months.at(-1)).toBe(month);
    const [one, ...others] = body.works;
    expect(others).toEqual([]);
    expect(one).toMatchObject({ kind: 'story', id: story.id, reads: 3, half: 2, whole: 1, downloads: null });
    expect(one.months.at(-1)).toEqual({ reads: 3, whole: 1, downloads: 0 });
    await site.db.execute("UPDATE story_reads SET day = day - interval '13 months'");
    expect((await works(reporter))[0]).toMatchObject({ reads: 0 });
  });

  test('an author sees the reads of his essays and how often their PDFs were opened, without robots and later parts', async () => {
    const [essay = 0] = essays;
    for (const depth of [10, 95]) expect((await read({ essay, depth })).status).toBe(204);
    const { headers } = await site.visitor.get(`/research/${essay}/any.pdf`);
    const pdf = headers.get('location') ?? '';
    const agent = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
    for (const more of [{}, { range: 'bytes=0-' }, { range: 'bytes=50-' }, { 'user-agent': 'Examplebot/1.0' }])
      expect((await site.visitor.get(pdf, { ...agent, ...more })).status).toBeLessThan(300);
    await expect.poll(async () => (await works(student)).find(({ id }) => id === essay)?.downloads).toBe(2);
    expect((await works(student)).find(({ id }) => id === essay)).toMatchObject({ reads: 2, half: 1, whole: 1 });
  });

  test('citations by published stories and essays are found at night, and gone with them', async () => {
    const [cited = 0, citing = 0] = essays;
    const { siteUrl } = site.services.config;
    const link = `See [the essay](/research/${cited}) and [this](/news/${story.id}).`;
    const quoting = await createStory(editor, { status: 'published', news_description: link, news_title: 'Of herons' });
    await createStory(editor, { status: 'draft', news_description: link });
    await site.db.execute(`UPDATE submission_pages SET text = '1. ${siteUrl}/hi/research/${cited}/frogs.pdf'
      WHERE file_id IN (SELECT id FROM submission_files WHERE submission_id = ${citing})`);
    const look = async () => {
      await site.services.jobs.send(updateCitations, {});
      const open =
        "SELECT count(*)::int AS n FROM jobs.job WHERE name = 'readership.citations' AND state < 'completed'";
      await expect.poll(async () => (await site.db.execute(open)).rows[0]?.n).toBe(0);
    };
    const citedBy = async (client: Client, id: number) =>
      (await works(client)).find((work) => work.id === id)?.cited_by.map((work) => `${work.kind} ${work.id}`);
    await look();
    expect(await citedBy(student, cited)).toEqual([`story ${quoting.id}`, `essay ${citing}`]);
    expect(await citedBy(student, citing)).toEqual([]);
    expect(await citedBy(reporter, story.id)).toEqual([`story ${quoting.id}`]);
    await editor.send('DELETE', `/api/admin/${quoting.id}`);
    expect(await citedBy(student, cited)).toEqual([`essay ${citing}`]);
    await site.db.execute("UPDATE submission_pages SET text = 'No links'");
    await look();
    expect((await site.db.execute('SELECT FROM work_citations')).rows).toEqual([]);
  });

  test('as CSV, with a formula in a title made harmless', async () => {
    const byline = (await site.db.execute(`SELECT id FROM authors WHERE user_id = ${reporterId}`)).rows[0]?.id;
    await createStory(editor, { status: 'published', authors: String(byline), news_title: '=cmd()' });
    const { headers, body } = await reporter.get('/api/user/readers.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(Buffer.from(body).toString()).toContain("'=cmd(),Story,");
  });
});

test('editors see the readers of any author; other members those of none, as of an account that there is not', async () => {
  expect((await readersOf(editor, `?person=${reporterId}`)).body.name).toBe('Asha Rao');
  expect((await readersOf(student, `?person=${studentId}`)).status).toBe(200);
  for (const [client, person] of [
    [student, reporterId],
    [reporter, studentId],
    [await site.as('reviewer'), studentId],
    [await site.as('accountant'), reporterId],
    [editor, 999_999],
  ] as const)
    for (const path of ['readers', 'readers.csv'])
      expect((await client.get(`/api/user/${path}?person=${person}`)).status).toBe(404);
  expect((await readersOf(site.visitor)).status).toBe(401);
});

test('a read of both, of neither and of what is not public is rejected or left out', async () => {
  expect((await read({ story: story.id, essay: essays[0] ?? 0 })).status).toBe(422);
  expect((await read({})).status).toBe(422);
  expect((await read({ essay: 999_999 })).status).toBe(204);
  expect((await readersOf(student, '?person=x')).status).toBe(422);
});
