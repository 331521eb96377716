import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Choice } from '#src/epaper/layout/compose.rules.ts';
import type { Client } from '#test/client.ts';
import { insertLetter, sendLetter } from '#test/factories/letters.ts';
import { endOfOrder, printedStory, proposedOrder } from '#test/factories/newspapers.ts';
import { nextMail, tokenIn } from '#test/mailbox.ts';
import { pdfText } from '#test/pdf-text.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { composeEdition } from './compose.jobs.ts';
import { compositions } from './compose.tables.ts';

const site = siteForFile();
let editor: Client;
let story: number;

beforeAll(async () => {
  editor = await site.as('editor');
  story = (await printedStory(editor, 'Night final at Naubat Ghat')).id;
});
beforeEach(() => site.change('DELETE FROM letters'));

/** A published letter that is picked for print. */
const picked = async (changes: Parameters<typeof insertLetter>[2] = {}) =>
  insertLetter(site, story, { state: 'published', publishedAt: new Date(), pickedAt: new Date(), ...changes });
const orderOf = async (changes: object = {}) => {
  const order = await proposedOrder(editor);
  return { ...order, title: 'The week', issue_date: order.to, letters: true, ...changes };
};
/** The text of the PDF that an order makes. */
async function textOf(composition: number): Promise<string> {
  const { state, edition_id } = await endOfOrder(editor, composition);
  expect(state).toBe('done');
  const { filename } = (await site.visitor.get('/api/pdfs')).body.find(({ id }: { id: number }) => id === edition_id);
  return pdfText((await editor.get(`/api/download/${encodeURIComponent(filename)}`)).body);
}
const publish = async (changes: object = {}) =>
  (await editor.json('POST', '/api/compositions', { ...(await orderOf(changes)), another: true })).body;
const preview = async (page: number, changes: object = {}) => {
  const { title: _, issue_date: __, ...order } = await orderOf(changes);
  return (await editor.json('POST', '/api/compose/preview', { ...order, page })).body;
};

test('a letter goes from its reader to the page and to print, and is marked as printed', async () => {
  const text = 'The ferry should run on Sundays.\n\nMany of us work then.';
  await sendLetter(site.visitor, story, { name: 'Ila Bose', place: 'Raipur', email: 'ila@readers.test', text });
  const token = tokenIn((await nextMail(site, 'ila@readers.test')).text, '/confirm-letter');
  await site.visitor.json('POST', '/api/letters/confirm', { token });
  const [waiting] = (await editor.get('/api/letters')).body.letters;
  const proposal = async () => (await editor.get(`/api/compose?category=weekly&day=${(await orderOf()).from}`)).body;
  expect((await proposal()).letters).toBe(0);
  await editor.json('PUT', `/api/letters/${waiting.id}`, { version: waiting.version, state: 'published' });
  await editor.json('PUT', `/api/letters/${waiting.id}/print`, { picked: true });
  expect((await proposal()).letters).toBe(1);
  expect((await preview(1)).picture).not.toBe((await preview(1, { letters: false })).picture);

  const ordered = await publish();
  expect(ordered.letters).toEqual([waiting.id]);
  const printed = await textOf(ordered.id);
  expect(printed).toContain('Letters to the editor On “Night final at Naubat Ghat” The ferry should run on Sundays.');
  expect(printed).toContain('Many of us work then. Ila Bose, Raipur');
  const { letters } = (await editor.get(`/api/compositions/${ordered.id}`)).body;
  await editor.json('POST', '/api/letters/printed', { ids: letters });
  expect((await proposal()).letters).toBe(0);
});

test('a letter that is taken down after its edition was ordered is not printed, one that is marked is', async () => {
  const [stays, goes] = [await picked({ name: 'Asha Rao' }), await picked({ name: 'Ravi Sen' })];
  const { from: firstDay, to: lastDay, stories } = await proposedOrder(editor);
  const [row] = await site.db
    .insert(compositions)
    .values({
      ...{ period: 'weekly', paper: 'a4', firstDay, lastDay, title: 'The week', issueDate: lastDay },
      ...{ choices: stories as Choice[], letters: [stays.id, goes.id], createdAt: new Date() },
    })
    .returning();
  await site.change(`UPDATE letters SET state = 'declined', picked_at = NULL WHERE id = ${goes.id}`);
  await site.change(`UPDATE letters SET picked_at = NULL, printed_at = now() WHERE id = ${stays.id}`);
  const { id = 0 } = row ?? {};
  await site.services.jobs.send(composeEdition, { compositionId: id });
  const printed = await textOf(id);
  expect(printed).toContain('Asha Rao, Raipur');
  expect(printed).not.toContain('Ravi Sen');
});

test('letters that fill pages go on to further ones, which the preview shows, also in scripts from the right', async () => {
  const words = 'The ferry should run on Sundays, since many of us work then and have no other way. '.repeat(22);
  for (let n = 1; n <= 12; n++) await picked({ name: `Writer Number${n}`, text: words });
  await picked({ name: 'زینب', place: 'لکھنؤ', text: 'پل بہت پرانا ہے۔', language: 'ur' });
  const printed = await textOf((await publish({ paper: 'a4' })).id);
  for (let n = 1; n <= 12; n++) expect(printed).toContain(`Writer Number${n}, Raipur`);
  expect(printed).toMatch(/\p{Script=Arabic}/u);
  const first = await preview(1, { paper: 'a4' });
  expect(first).toMatchObject({ page: 1, more: true });
  const second = await preview(2, { paper: 'a4' });
  expect(second.page).toBe(2);
  expect(second.picture).not.toBe(first.picture);
  expect(await preview(99, { paper: 'a4' })).toMatchObject({ more: false });
});

test('a saved plan remembers that its edition prints letters', async () => {
  const { id } = (await editor.json('POST', '/api/edition-plans', { ...(await orderOf()), known: [story] })).body;
  expect((await editor.get(`/api/edition-plans/${id}`)).body.letters).toBe(true);
});
