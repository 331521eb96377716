import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { picturesInText } from '#test/factories/picture-ids.ts';
import { createStory } from '#test/factories/stories.ts';
import { openTranslator } from '#test/factories/translator.ts';
import { siteForFile } from '#test/site-for-file.ts';

const translator = await openTranslator();
const usual = translator.answer;
afterAll(() => translator.close());
const site = siteForFile({ TRANSLATE_URL: translator.url, TRANSLATE_KEY: 'a key' });
let editor: Client;
let story: { id: number };
beforeAll(async () => {
  editor = await site.as('editor');
  story = await createStory(editor, {
    news_title: 'Fish & chips',
    news_description: 'First words.\n\nThe *river* rose.',
    language: 'en',
  });
});
const get = (id: number, to: string, client = site.visitor) => client.get(`/api/translations/${id}?to=${to}`);

describe('a machine translation', () => {
  test('works: it is requested once, then cached until the story changes', async () => {
    const { status, body } = await get(story.id, 'hi');
    expect(status).toBe(200);
    expect(body).toEqual({
      language: 'hi',
      title: 'FISH & CHIPS',
      standfirst: 'FIRST WORDS.',
      html: '<p>THE <em>RIVER</em> ROSE.</p>\n',
    });
    expect(translator.asked).toEqual([
      {
        q: ['Fish &amp; chips', '<p>The <em>river</em> rose.</p>\n', 'First words.'],
        source: 'en',
        target: 'hi',
        format: 'html',
        api_key: 'a key',
      },
    ]);
    await get(story.id, 'hi');
    expect(translator.asked).toHaveLength(1);
    await editor.form('PUT', `/api/admin/${story.id}`, { news_title: 'Only chips' });
    expect((await get(story.id, 'hi')).body.title).toBe('ONLY CHIPS');
    expect(translator.asked).toHaveLength(2);
  });

  test('of an older version does not replace a newer cached one', async () => {
    const { id } = await createStory(editor, { news_title: 'Old title' });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    translator.answer = async (task) => {
      if (task.q[0] === 'Old title') await held;
      return usual(task);
    };
    const before = translator.asked.length;
    const slow = get(id, 'ta');
    await expect.poll(() => translator.asked.length).toBe(before + 1);
    await editor.form('PUT', `/api/admin/${id}`, { news_title: 'New title' });
    expect((await get(id, 'ta')).body.title).toBe('NEW TITLE');
    release();
    expect((await slow).body.title).toBe('OLD TITLE');
    expect((await get(id, 'ta')).body.title).toBe('NEW TITLE');
    expect(translator.asked).toHaveLength(before + 2);
    translator.answer = usual;
  });

  test('has the blocks of the story in their places, with the notes of its language', async () => {
    const { picture, story } = await picturesInText(editor);
    const { id } = await createStory(editor, {
      news_description: `First.\n\n::picture[Fish & <b>]{id=${picture}}\n\n:::correction{date=2026-11-24}\nIt *rose*.\n:::\n\n::story{id=${story}}`,
    });
    const { html } = (await get(id, 'hi')).body;
    expect(html).toMatch(/^<figure class="story-block story-figure"><picture>.*<span>FISH &amp; &lt;B&gt;<\/span>/);
    expect(html).toContain(
      'भूल-सुधार, <time datetime="2026-11-24">24 नवंबर 2026</time>:</p>\n<p>IT <em>ROSE</em>.</p>\n</aside>',
    );
    expect(html).toContain('>The dam</a>');
    // What is stored has no blocks: they may change before it is shown again.
    await editor.send('DELETE', `/api/admin/${story}`);
    const again = (await get(id, 'hi')).body.html;
    expect(again).not.toContain('The dam');
    expect(again).toContain('IT <em>ROSE</em>');
  });

  test('is sanitized like the stories themselves', async () => {
    translator.answer = () => ({
      status: 200,
      body: {
        translatedText: [
          '<b>Title</b> &lt;script&gt;',
          '<p onclick="x()">a<script>alert(1)</script><a href="javascript:x()">b</a><img src=x onerror=y><a href="intent:x">c</a><a href="//d.test">d</a><a href="tel:+91">e</a></p>',
          '<style>p{}</style>c',
        ],
      },
    });
    const { body } = await get(story.id, 'ur');
    expect(body).toEqual({
      language: 'ur',
      title: 'Title <script>',
      html: '<p>a<a>b</a><a>c</a><a>d</a><a href="tel:+91">e</a></p>',
      standfirst: 'c',
    });
  });

  test('returns 404 for stories that are not public and for languages not offered', async () => {
    const draft = await createStory(editor, { status: 'draft' });
    for (const [id, to] of [
      [draft.id, 'hi'],
      [2_000_000_000, 'hi'],
      [story.id, 'en'],
      [story.id, 'fr'],
    ] as const)
      expect((await get(id, to)).status).toBe(404);
  });

  test.each([['h'], ['hindi'], ['HI'], ['']])('rejects the language "%s"', async (to) => {
    expect((await get(story.id, to)).status).toBe(422);
  });

  test('returns 503 if the translator fails, and caches nothing', async () => {
    for (const answer of [
      { status: 500, body: {} },
      { status: 200, body: { translatedText: ['too few'] } },
      { status: 200, body: { error: 'no' } },
    ]) {
      translator.answer = () => answer;
      const { status, body } = await get(story.id, 'ta');
      expect([status, body.message]).toEqual([503, 'The story could not be translated. Please try again.']);
    }
    translator.answer = usual;
    expect((await get(story.id, 'ta')).status).toBe(200);
  });

  test('does not follow redirects, which would send the key and the story to another server', async () => {
    const other = await openTranslator();
    translator.answer = () => ({ status: 307, body: {}, location: `${other.url}/translate` });
    expect((await get(story.id, 'te')).status).toBe(503);
    expect(other.asked).toEqual([]);
    translator.answer = usual;
    await other.close();
  });

  test('is cancelled at the translator when the reader cancels it, and nothing is stored', async () => {
    const { id } = await createStory(editor, { news_title: 'Slow boat' });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    translator.answer = async (task) => {
      await held;
      return usual(task);
    };
    const [asked, cancelled] = [translator.asked.length, translator.cancelled];
    const cancel = new AbortController();
    const request = fetch(`${site.visitor.url}/api/translations/${id}?to=gu`, { signal: cancel.signal });
    await expect.poll(() => translator.asked.length).toBe(asked + 1);
    cancel.abort();
    await expect(request).rejects.toThrow('aborted');
    await expect.poll(() => translator.cancelled).toBe(cancelled + 1);
    release();
    translator.answer = usual;
    expect((await get(id, 'gu')).body.title).toBe('SLOW BOAT');
    expect(translator.asked).toHaveLength(asked + 2);
  });

  test('is limited to thirty an hour per IP address', async () => {
    translator.answer = usual;
    const made = translator.asked.length; // by earlier tests
    const ids: number[] = [];
    const statuses: number[] = [];
    for (let n = made; n < 32; n++) {
      const { id } = await createStory(editor);
      ids.push(id);
      statuses.push((await get(id, 'bn')).status);
    }
    expect(statuses).toEqual([...Array(30 - made).fill(200), 429, 429]);
    const refused = await get(ids.at(-1) as number /* there are at least two */, 'bn');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // A cached translation does not count against the limit.
    expect((await get(ids[0] as number, 'bn')).status).toBe(200);
    expect(translator.asked).toHaveLength(30);
  });
});
