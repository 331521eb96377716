import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { getPreview } from '#src/newsroom/story-form/server/previews.service.ts';
import { recordQueries } from '#src/platform/cache/recorded-queries.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { everyBlock } from '#test/factories/every-block.ts';
import { picturesInText } from '#test/factories/picture-ids.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getStoryPage } from './reading.service.ts';

const site = siteForFile();
let editor: Client;
let ids: { picture: number; story: number };
beforeAll(async () => {
  editor = await site.as('editor');
  ids = await picturesInText(editor);
});

const context = () =>
  ({ ...site.services, actor: { role: 'visitor' }, language: 'en', text: translator('en') }) as Context;
const pageOf = (id: number) => getStoryPage(context(), id);
const previewOf = async (id: number) => {
  const { pass } = (await editor.get(`/api/stories/${id}/preview`)).body;
  return { pass, story: (await getPreview(context(), id, pass)).story };
};
const pictureOf = (id: number, pass: string, picture: number | string) =>
  site.visitor.get(`/api/stories/${id}/preview/picture?pass=${pass}&picture=${picture}`);

describe('works', () => {
  test('a public story shows its pictures and links the other story', async () => {
    const { id } = await createStory(editor, { news_description: everyBlock(ids) });
    const { html, picturesInText } = await pageOf(id);
    expect(picturesInText).toMatchObject([{ width: 1600, caption: 'The *ghat* at noon', credit: 'Asha Rao' }]);
    expect(html.match(/<img src="\/api\/static\/uploads\/[0-9a-f]{32}\.jpg"/g)).toHaveLength(6);
    expect(html).toContain(`<a href="/news/${ids.story}" lang="en" dir="ltr">The dam</a>`);
    expect(html).toContain('alt="Water at the steps"');
    expect(html).toContain('<span>The steps</span> <small>Picture: Asha Rao</small>');
    const [, file = ''] = /src="(\/api\/static[^"]*)/.exec(html) ?? [];
    expect((await site.visitor.get(file)).status).toBe(200);
    expect(html).toContain('Correction, <time datetime="2026-11-24">24 November 2026</time>:');
  });

  test('its videos are listed for search engines, its audio files are not', async () => {
    const add = async (name: string, head: string) => {
      const file = new File([Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(2000, 'x')])], name);
      return (await editor.form('POST', '/api/media/files', { file, title: name, caption: 'At dawn' })).body;
    };
    const film = await add('film.webm', '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm');
    const sound = await add('sound.mp3', 'ID3\x04\0\0\0\0\0\0');
    const { id } = await createStory(editor, {
      news_description: `First.\n\n::video[The ferry]{id=${film.id}}\n\n::video{id=${sound.id}}\n\n::audio{id=${sound.id}}`,
    });
    const { videosInText, html } = await pageOf(id);
    expect(videosInText).toEqual([
      {
        path: expect.stringMatching(/^\/api\/media\/play\/[0-9a-f]+\.webm$/),
        type: 'video/webm',
        title: 'film.webm',
        caption: 'The ferry',
        credit: '',
        uploadedAt: film.created_at,
      },
    ]);
    expect(html).toContain(`src="${videosInText?.[0]?.path}"`);
    expect((await site.visitor.get(videosInText?.[0]?.path ?? '')).status).toBe(200);
  });

  test('the notes are in the language of the story, the links in that of the page', async () => {
    const { id } = await createStory(editor, { language: 'hi', news_description: everyBlock(ids) });
    const { html } = await getStoryPage({ ...context(), language: 'ta', text: translator('ta') }, id);
    expect(html).toContain('भूल-सुधार, <time datetime="2026-11-24">24 नवंबर 2026</time>:');
    expect(html).toContain(`<span class="kicker">यह भी पढ़ें</span><a href="/ta/news/${ids.story}"`);
  });

  test('a preview shows its pictures by its signature, also those of a working copy', async () => {
    const { id } = await createStory(editor, { status: 'draft' });
    await editor.form('PUT', `/api/working_copies/${randomUUID()}`, {
      ...{ story: String(id), version: '1', seen: '0', writer: randomUUID() },
      news_description: everyBlock(ids),
    });
    const { pass, story } = await previewOf(id);
    expect(story.html).toContain(
      `src="/api/stories/${id}/preview/picture?pass=${pass}&amp;picture=${ids.picture}" alt="Water at the steps"`,
    );
    expect(story.html).toContain('<div class="story-block story-missing">Video 7</div>');
    const { status, headers } = await pictureOf(id, pass, ids.picture);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});

describe('refuses', () => {
  test('readers see nothing of a picture or a story that is not public', async () => {
    const hidden = await createStory(editor, { status: 'draft', news_title: 'Not yet' });
    const { id } = await createStory(editor, {
      news_description: `First.\n\n::story{id=${hidden.id}}\n\n::story{id=999999}\n\n::picture{id=999999}\n\nLast.`,
    });
    expect((await pageOf(id)).html).toBe('<p>Last.</p>\n');
    expect((await previewOf(id)).story.html).not.toContain('Not yet');
  });

  test('a preview shows no withheld picture that its maker does not find in the library, though his text names it', async () => {
    const reporter = await site.as('reporter');
    const withheld = await createStory(editor, { status: 'draft', image: await pictureFile() });
    const { items } = (await editor.get('/api/media?limit=1')).body;
    const [{ id: hidden, url }] = items;
    expect(url).toContain(withheld.image);
    const text = `First.\n\n::picture{id=${hidden}}\n\n::picture{id=${ids.picture}}`;
    const own = await reporter.form('POST', '/api/admin', storyFields({ status: 'draft', news_description: text }));
    const { pass } = (await reporter.get(`/api/stories/${own.body.id}/preview`)).body;
    const { html } = (await getPreview(context(), own.body.id, pass)).story;
    expect(html).toContain(`<div class="story-block story-missing">Picture ${hidden}</div>`);
    const seen = async () =>
      Promise.all([hidden, ids.picture].map(async (id) => (await pictureOf(own.body.id, pass, id)).status));
    expect(await seen()).toEqual([404, 200]);
    const { pass: editors } = await previewOf(own.body.id);
    expect((await pictureOf(own.body.id, editors, hidden)).status).toBe(200);
    await editor.form('PUT', `/api/admin/${withheld.id}`, { status: 'published' });
    expect(await seen()).toEqual([200, 200]);
  });

  test('a preview opens no picture but those in its text', async () => {
    const { id } = await createStory(editor, { status: 'draft' });
    const { pass } = await previewOf(id);
    expect((await pictureOf(id, pass, ids.picture)).status).toBe(404);
    expect((await pictureOf(id, 'x', ids.picture)).status).toBe(410);
  });
});

describe('rejects', () => {
  test('a picture that is no number', async () => {
    const { id } = await createStory(editor, { status: 'draft' });
    const { pass } = await previewOf(id);
    expect((await pictureOf(id, pass, 'x')).status).toBe(422);
  });

  test('a text full of directives takes as many queries as a text with one of each', async () => {
    const queries = async (text: string) => {
      const { id } = await createStory(editor, { news_description: text });
      const { recording } = await recordQueries(() => pageOf(id));
      return recording.queries.filter(({ text }) => !text.includes('limit')).length; // not the related stories
    };
    const one = await queries(everyBlock(ids));
    const names = ['picture', 'story', 'video'];
    const lines = Array.from({ length: 9000 }, (_, index) => `::${names[index % 3]}{id=${index + 1}}`);
    expect(await queries(`First.\n\n${lines.join('\n')}`)).toBe(one);
    expect(await queries('First.\n\nLast.')).toBe(one - 3);
  });
});
