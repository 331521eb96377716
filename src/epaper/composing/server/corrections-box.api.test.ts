import { beforeAll, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition } from '#test/factories/editions.ts';
import { hindi, printedStory, proposedOrder, publishNewspaper } from '#test/factories/newspapers.ts';
import { createStory } from '#test/factories/stories.ts';
import { pdfText } from '#test/pdf-text.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile({ SITE_URL: 'https://paper.test' });
let editor: Client;
let days: string[];
beforeAll(async () => {
  editor = await site.as('editor');
  await printedStory(editor, 'Night final at Naubat Ghat');
  const { from } = await proposedOrder(editor);
  const day = (after: number) => new Date(Date.parse(from) + after * 86_400_000).toISOString().slice(0, 10);
  days = [day(-9), day(-2), day(-1), day(0)];
});

// Older than the week, so that the newspaper does not print the stories themselves.
async function corrected(title: string, date: string | undefined, words: string, changes: Record<string, string> = {}) {
  const text = `It rained.\n\n:::correction{date=${date}}\n${words}\n:::`;
  const { id } = await createStory(editor, { news_title: title, news_description: text, ...changes });
  await site.db.execute(`UPDATE stories SET created_at = created_at - interval '30 days' WHERE id = ${id}`);
  return id;
}

async function printedText(changes: object = {}) {
  const order = await proposedOrder(editor);
  await publishNewspaper(editor, { ...order, title: 'The week', issue_date: order.to, ...changes });
  const [{ filename }] = (await site.visitor.get('/api/pdfs')).body;
  return pdfText((await editor.get(`/api/download/${encodeURIComponent(filename)}`)).body);
}

test('an edition prints what was corrected since the edition before, in its language', async () => {
  const old = 'This was in the edition before.';
  await corrected('Canal budget', days[0], old);
  const long = await corrected('Ferry late', days[2], 'It was fourteen lakh. '.repeat(40));
  await corrected('Onion mandi', days[3], 'Not 40, but **14** lakh.');
  await corrected('Bazaar', days[3], hindi, { language: 'hi' });
  // Without a previous edition, those of its own days.
  const alone = await printedText();
  expect(alone).toContain('Corrections Onion mandi Correction, ');
  expect(alone).toContain('Not 40, but 14 lakh.');
  expect(alone).not.toContain('Ferry late');

  await addEdition(editor, ['The week before'], { category: 'weekly', issue_date: days[1] ?? '' });
  await addEdition(editor, ['The month before'], { category: 'monthly', issue_date: days[0] ?? '' });
  const after = await printedText();
  expect(after).toMatch(/Onion mandi.*Ferry late/);
  expect(after).toMatch(new RegExp(`It was fourteen lakh\\. In full: paper\\.test/news/${long}`));
  expect(after).not.toContain(old);
  expect(after).not.toContain('Bazaar');
  // A preview of the last page has them too.
  const order = { ...(await proposedOrder(editor)), page: 1 };
  const preview = async () => (await editor.json('POST', '/api/compose/preview', order)).body.picture;
  const shown = await preview();
  await editor.form('PUT', `/api/admin/${long}`, { news_description: 'It rained.' });
  expect(await preview()).not.toBe(shown);
});

test('a box that has no room below the stories is on the next page', async () => {
  for (let n = 1; n <= 9; n++) await corrected(`Ward ${n}`, days[3], `No. ${n} was wrong. `.repeat(20));
  const space = (size: string) => ({ page: 1, size, kind: 'notice', label: 'Water', text: 'Off on Friday' });
  const text = await printedText({ paper: 'a4', spaces: [space('half')] });
  expect(text.match(/Ward \d/g)?.length).toBeGreaterThanOrEqual(7);
  expect(text).toContain('More corrections: paper.test/corrections');
});
