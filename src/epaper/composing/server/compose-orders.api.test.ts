import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { purgeEditions } from '#src/epaper/editions/server/editions.jobs.ts';
import { findEdition } from '#src/epaper/pages/server/editions.queries.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { Interrupted } from '#src/platform/errors.ts';
import { openLog } from '#src/platform/log/log.ts';
import { openWorkerPool } from '#src/platform/workers/pool.ts';
import type { Client } from '#test/client.ts';
import { printedStory, proposedOrder, publishNewspaper } from '#test/factories/newspapers.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { composeEdition } from './compose.jobs.ts';
import {
  assignNumber,
  createComposition,
  createDraft,
  findComposition,
  nextNumber,
  orderDraft,
} from './compose.queries.ts';

const site = siteForFile();
let editor: Client;
let order: Awaited<ReturnType<typeof proposedOrder>>;
beforeAll(async () => {
  editor = await site.as('editor');
  for (const title of ['Night final at Naubat Ghat', 'Onion mandi', 'Ferry late']) await printedStory(editor, title);
  order = await proposedOrder(editor);
});

/** The context of a job. */
const context = (): Context => ({
  ...site.services,
  log: openLog('silent'),
  actor: { role: 'visitor' },
  address: '',
  language: 'en',
  text: translator('en'),
});

const values = ({ category, from, to, stories }: typeof order, title: string) => ({
  period: category as 'weekly', // as the factory returns it
  paper: 'a4' as const,
  firstDay: from,
  lastDay: to,
  title,
  issueDate: to,
  choices: stories as { id: number; weight: 'second' }[], // as proposed
  createdAt: new Date(),
});
const ordered = (what: typeof order, title: string) => createComposition(site.db, values(what, title));
const titled = async (title: string) =>
  (await site.visitor.get('/api/pdfs')).body.filter((report: { title: string }) => report.title === title);
const day = 86_400_000;

describe('a composition', () => {
  test('that runs twice at once, and once more later, creates one edition and one file', async () => {
    const { id } = await ordered(order, 'Once');
    const before = await readdir(join(site.dataDir, 'files/editions')).catch(() => []);
    await Promise.all([1, 2].map(() => composeEdition.run(context(), { compositionId: id })));
    const done = await findComposition(site.db, id);
    expect(done).toMatchObject({ state: 'done', failure: null });
    await composeEdition.run(context(), { compositionId: id });
    expect((await titled('Once')).map((report: { id: number }) => report.id)).toEqual([done?.editionId]);
    expect(await findComposition(site.db, id)).toEqual(done);
    const { store = '' } = (await findEdition(site.db, done?.editionId ?? 0)) ?? {};
    expect(await readdir(join(site.dataDir, 'files/editions'))).toEqual([...before, store].sort());
    await expect.poll(() => readdir(join(site.dataDir, 'receiving'))).toEqual([]);
  });

  test('of a draft that cannot be typeset restores the draft as it was arranged', async () => {
    await createDraft(site.db, values(order, 'Proposed'));
    const drafts = async () => (await editor.get('/api/compositions/drafts')).body;
    const [{ id }] = await drafts();
    await orderDraft(site.db, id, values({ ...order, stories: order.stories.slice(1) }, 'Arranged'));
    expect(await drafts()).toEqual([]);
    await composeEdition.run({ ...context(), root: '/nowhere' }, { compositionId: id });
    expect(await drafts()).toMatchObject([{ id, title: 'Arranged', stories: [{}, {}] }]);
    await publishNewspaper(editor, { ...order, draft: id, title: 'Again', issue_date: order.to });
    expect(await drafts()).toEqual([]);
  });
});

describe('a composition that fails', () => {
  test('reports the error in the language of its editor, and is not tried again', async () => {
    const { id } = await createComposition(site.db, { ...values(order, 'None'), language: 'hi' });
    await composeEdition.run({ ...context(), root: '/nowhere' }, { compositionId: id });
    expect(await findComposition(site.db, id)).toMatchObject({ state: 'failed', failure: 'अख़बार तैयार नहीं हो सका।' });
  });

  test('because the site stops is left to the next process', async () => {
    const { id } = await ordered(order, 'Broken off');
    const workers = openWorkerPool(site.services.root);
    const run = composeEdition.run({ ...context(), workers }, { compositionId: id });
    const ended = expect(run).rejects.toThrow(Interrupted);
    await expect.poll(() => findComposition(site.db, id)).toMatchObject({ state: 'typesetting' });
    await workers.close();
    await ended;
    expect(await findComposition(site.db, id)).toMatchObject({ state: 'typesetting', failure: null });
  });
});

describe('the number of an edition', () => {
  test('is assigned once, even if the edition before it has been deleted and purged', async () => {
    const id = await publishNewspaper(editor, { ...order, title: 'Numbered', issue_date: order.to });
    const next = await nextNumber(site.db, 'weekly');
    await editor.delete(`/api/editions/${id}`);
    site.advance(31 * day);
    await site.services.jobs.send(purgeEditions, {});
    await expect.poll(() => findEdition(site.db, id)).toBeUndefined();
    site.advance(-31 * day);
    expect(await nextNumber(site.db, 'weekly')).toBe(next);
    const again = await ordered(order, 'Next');
    expect(await assignNumber(site.db, again)).toBe(next);
    expect(await assignNumber(site.db, again)).toBe(next);
    expect(await nextNumber(site.db, 'weekly')).toBe(next + 1);
    expect(await nextNumber(site.db, 'yearly')).toBe(1);
  });

  test('differs for two simultaneous compositions', async () => {
    const [one, other] = [await ordered(order, 'One'), await ordered(order, 'Other')];
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const numbers = await site.db.transaction(async (tx) => {
      const first = await assignNumber(tx, one);
      const second = assignNumber(site.db, other);
      second.catch(() => undefined); // awaited after the commit
      await expect.poll(async () => (await site.db.execute(waiting)).rowCount).toBe(1);
      return { first, second: () => second };
    });
    expect(await numbers.second()).toBe(numbers.first + 1);
  });

  test('is free again if the composition fails, which leaves no draft', async () => {
    const none = await ordered({ ...order, stories: [{ id: 2_000_000, weight: 'second' }] }, 'None');
    const next = await nextNumber(site.db, 'weekly');
    await composeEdition.run({ ...context(), root: '/nowhere' }, { compositionId: none.id });
    expect(await findComposition(site.db, none.id)).toMatchObject({
      state: 'failed',
      number: null,
      failure: 'The newspaper could not be typeset.',
    });
    expect(await nextNumber(site.db, 'weekly')).toBe(next);
    expect((await editor.get('/api/compositions/drafts')).body).toEqual([]);
    expect((await editor.delete(`/api/compositions/${none.id}`)).status).toBe(404);
  });
});
