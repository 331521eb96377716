import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition } from '#test/factories/editions.ts';
import { printedStory, proposedOrder, publishNewspaper, waitForNewspaper } from '#test/factories/newspapers.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let order: Awaited<ReturnType<typeof proposedOrder>> & { title: string; issue_date: string };
beforeAll(async () => {
  editor = await site.as('editor');
  await printedStory(editor, 'Night final at Naubat Ghat');
  const proposed = await proposedOrder(editor);
  order = { ...proposed, title: 'The week', issue_date: proposed.to };
});

const publish = (body: object) => editor.json('POST', '/api/compositions', { ...order, ...body });

describe('a second edition of the same days', () => {
  test('is refused with the existing one, which may still be in the making', async () => {
    const [first, second] = await Promise.all([publish({}), publish({})]);
    expect([first.status, second.status].sort()).toEqual([202, 409]);
    const [made, refused] = first.status === 202 ? [first, second] : [second, first];
    expect(refused.body).toMatchObject({
      code: 'conflict',
      error: 'There is an edition of this period already.',
      editions: [{ title: 'The week' }],
    });
    const id = await waitForNewspaper(editor, made.body.id);
    expect((await publish({ another: false })).body.editions).toEqual([{ id, title: 'The week' }]);
  });

  test('is published when it is asked for', async () => {
    await publishNewspaper(editor, { ...order, title: 'The week, late city' });
    const { body } = await publish({});
    expect(body.editions.map(({ title }: { title: string }) => title)).toEqual(['The week, late city', 'The week']);
  });

  test('is not one of another kind, of other days, or after a deletion', async () => {
    const { body } = await editor.get(`/api/compose?category=monthly&day=${order.to}`);
    const monthly = { category: 'monthly', from: body.from, to: body.to, title: 'The month' };
    const made = await publish(monthly);
    expect(made.status).toBe(202);
    const id = await waitForNewspaper(editor, made.body.id);
    expect((await publish(monthly)).status).toBe(409);
    await editor.delete(`/api/editions/${id}`);
    const again = await publish(monthly);
    expect(again.status).toBe(202);
    await waitForNewspaper(editor, again.body.id);
  });

  test('is found among the uploaded ones by its issue date', async () => {
    const yearly = await editor.get(`/api/compose?category=yearly&day=${order.to}`);
    const year = { category: 'yearly', from: yearly.body.from, to: yearly.body.to, title: 'The year' };
    await addEdition(editor, ['Last year'], { category: 'yearly', issue_date: '2019-12-31', title: 'Last year' });
    const id = await addEdition(editor, ['A year'], { category: 'yearly', issue_date: order.to, title: 'A year' });
    expect((await publish(year)).body.editions).toEqual([{ id, title: 'A year' }]);
  });
});
