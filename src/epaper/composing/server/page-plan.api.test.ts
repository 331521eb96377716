import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { endOfOrder, printedStory, proposedOrder, publishNewspaper } from '#test/factories/newspapers.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { pdfText } from '#test/pdf-text.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let lead: number;
let late: number;
let inText: number;
let ward: number;
beforeAll(async () => {
  editor = await site.as('editor');
  const stated = { alt: 'Water at the steps', caption: 'The steps', credit: 'Asha Rao' };
  const file = await pictureFile(1600, 1200);
  inText = (await editor.form('POST', '/api/media/pictures', { file, ...stated })).body.id;
  late = (
    await printedStory(editor, 'Roof gardens', {
      image: await pictureFile(1600, 900),
      image_caption: 'A roof',
      news_description: `${'The committee met and voted on the plan. '.repeat(30)}\n\n::picture{id=${inText}}\n\nThe end.`,
    })
  ).id;
  for (let n = 1; n <= 8; n++) ward = (await printedStory(editor, `Ward report ${n}`)).id;
  lead = (await printedStory(editor, 'Night final at Naubat Ghat', { image: await pictureFile(1600, 900) })).id;
});

const preview = (client: Client, body: object) => client.json('POST', '/api/compose/preview', body);
const advertisement = { page: 1, size: 'strip', kind: 'advertisement', label: 'Sharma Sweets', text: 'Open till ten' };
type Order = Awaited<ReturnType<typeof proposedOrder>>;
const pinned = ({ stories }: Order, id: number, changes: object) =>
  stories.map((story) => (story.id === id ? { ...story, ...changes } : story));

describe('a planned newspaper', () => {
  test('has its pinned story, its advertisement, its shortened text and its name', async () => {
    const order = await proposedOrder(editor);
    const { body: story } = await editor.get(`/api/compose/stories/${lead}`);
    const id = await publishNewspaper(editor, {
      ...order,
      title: 'Monsoon special',
      issue_date: order.to,
      stories: pinned(order, late, { page: 2, top: true, picture: inText }),
      spaces: [advertisement, { page: 2, size: 'quarter', kind: 'notice', label: 'Water', text: 'Off on Friday' }],
      prints: [{ id: lead, of: story.digest, text: `The match, in one sentence.\n\n::story{id=${ward}}` }],
    });
    const read = async (page: number) =>
      (await editor.get(`/api/editions/${id}/pages/${page}`)).body.paragraphs.join('\n') as string;
    expect(await read(1)).toContain('The match, in one sentence.');
    expect(await read(1)).not.toContain('Roof gardens');
    expect(await read(2)).toContain('Roof gardens');
    const [{ filename }] = (await site.visitor.get('/api/pdfs')).body;
    const text = await pdfText((await editor.get(`/api/download/${encodeURIComponent(filename)}`)).body);
    for (const words of [
      'Monsoon special',
      'Advertisement',
      'Sharma Sweets',
      'Open till ten',
      'Notice',
      'Off on Friday',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Weekly edition');
    // The chosen picture instead of the lead picture, once; and what the print text refers to.
    expect(text.split('The steps · Picture: Asha Rao')).toHaveLength(2);
    expect(text).not.toContain('A roof');
    expect(text).toContain('Also read: Ward report 8');
    expect((await editor.get(`/api/admin/${lead}`)).body.news_description).not.toContain('in one sentence');
  });

  test('shows in the preview what cannot be as planned', async () => {
    const order = { ...(await proposedOrder(editor)), page: 1 };
    const spaces = [advertisement, { ...advertisement, page: 30 }];
    const { body } = await preview(editor, { ...order, spaces, stories: pinned(order, late, { page: 40 }) });
    expect(body.misses).toEqual([
      { page: 40, story_id: late },
      { page: 30, story_id: null },
    ]);
  });

  test('is not published without the page of an advertisement', async () => {
    const order = await proposedOrder(editor);
    const spaces = [{ ...advertisement, page: 30 }];
    const body = { ...order, another: true, spaces, title: 'This', issue_date: order.to };
    const { id } = (await editor.json('POST', '/api/compositions', body)).body;
    const { state, failure } = await endOfOrder(editor, id);
    expect(state).toBe('failed');
    expect(failure).toMatch(/^There is a space on page 30, but the newspaper ends on page \d\./);
  });

  test('prints another picture, or none', async () => {
    const { body } = await editor.get(`/api/compose/stories/${late}`);
    expect(body).toMatchObject({
      title: 'Roof gardens',
      pictures: [{ caption: 'A roof' }, { id: inText, caption: 'The steps' }],
    });
    const order = { ...(await proposedOrder(editor)), stories: [{ id: late, weight: 'lead' }], page: 1 };
    const shown = async (changes: object) =>
      (await preview(editor, { ...order, stories: [{ id: late, weight: 'lead', ...changes }] })).body.picture;
    const [first, own, other, none] = [
      await shown({}),
      await shown({ picture: body.pictures[0].id }),
      await shown({ picture: inText }),
      await shown({ picture: null }),
    ];
    expect(own).toBe(first);
    expect(new Set([first, other, none]).size).toBe(3);
  });

  test('is named on its front, unless its title was proposed, in whatever language', async () => {
    const order = { ...(await proposedOrder(editor)), stories: [{ id: late, weight: 'lead' }], page: 1 };
    const { body } = await editor.get(`/api/compose?category=weekly&day=${order.to}`);
    const inHindi = { 'accept-language': 'hi' };
    const shown = async (title: string | undefined) =>
      (await editor.json('POST', '/api/compose/preview', { ...order, title }, inHindi)).body.picture;
    const unnamed = await shown(undefined);
    expect(await shown(body.title)).toBe(unnamed);
    expect(await shown('Monsoon special')).not.toBe(unnamed);
  });

  test('is refused when the picture of a space was deleted, or a print text is too long', async () => {
    const order = { ...(await proposedOrder(editor)), page: 1 };
    const gone = { ...order, spaces: [{ ...advertisement, picture: 999_999 }] };
    expect((await preview(editor, gone)).body.fields.spaces).toBe(
      'The picture of a space on page 1 was deleted. Choose another one.',
    );
    const long = { ...order, prints: [{ id: lead, of: 'abc', text: 'x'.repeat(12_001) }] };
    expect(Object.values((await preview(editor, long)).body.fields)).toEqual(['At most 12,000 characters, please.']);
  });

  test('has one lead on a page and room for stories', async () => {
    const order = { ...(await proposedOrder(editor)), page: 1 };
    const stories = order.stories.map((story) => ({ ...story, page: 2, top: true }));
    expect((await preview(editor, { ...order, stories })).body.fields.stories).toContain('Two stories open page 2');
    const spaces = [1, 2].map(() => ({ ...advertisement, size: 'half' }));
    expect((await preview(editor, { ...order, spaces })).body.fields.spaces).toContain('on page 1');
    expect((await preview(editor, { ...order, spaces: [{ ...advertisement, page: 0 }] })).status).toBe(422);
  });
});

describe('a story for print', () => {
  test('is for editors only', async () => {
    expect((await site.visitor.get(`/api/compose/stories/${lead}`)).status).toBe(401);
    expect((await (await site.as('reader')).get(`/api/compose/stories/${lead}`)).status).toBe(403);
    expect((await editor.get('/api/compose/stories/999999')).status).toBe(404);
  });
});
