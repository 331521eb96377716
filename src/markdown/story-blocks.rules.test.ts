import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import { blockMarks, fillMarks } from '#src/news/published/block-translation.rules.ts';
import { blockResources } from '#test/factories/blocks.ts';
import { everyBlock } from '#test/factories/every-block.ts';
import { hasBlocks, hasEmbeds } from './block-marks.rules.ts';
import { blockRenderer, maxLeaves } from './story-blocks.rules.ts';
import { storyHtml } from './story-text.rules.ts';

const text = everyBlock({ picture: 12, story: 42 });
const htmlOf = (body: string, resources = blockResources()) => storyHtml(body, blockRenderer(resources)).html;
const html = htmlOf(text);

test('a picture has the sources of pages, its label before the caption of the library, and the credit', () => {
  expect(html).toContain(
    [
      '<figure class="story-block story-figure"><picture>',
      '<source type="image/avif" sizes="(min-width: 46rem) 44rem, 100vw" srcset="/api/static/uploads/abc-320.avif 320w, /api/static/uploads/abc-768.avif 768w">',
      '<source type="image/webp" sizes="(min-width: 46rem) 44rem, 100vw" srcset="/api/static/uploads/abc-320.webp 320w, /api/static/uploads/abc-768.webp 768w">',
      '<img src="/api/static/uploads/abc.jpg" alt="Water at the steps" width="1600" height="1200" loading="lazy" decoding="async" style="background-color:#123456">',
      '</picture><figcaption><span>The *ghat* at noon</span> <small>Picture: Asha Rao</small></figcaption></figure>',
    ].join(''),
  );
  expect(html).toContain('<figure class="story-block story-figure small">');
  expect(html).toContain('<span>The library’s caption</span>');
  expect(html).toContain('<figure class="story-block story-figure wide">');
});

test('a gallery is a named group that can be scrolled by keyboard, each picture with its caption', () => {
  expect(html).toContain('<section class="story-strip" tabindex="0" role="group" aria-label="After the water"><figure');
  for (const caption of ['One', 'Two', 'Three', 'After the water']) expect(html).toContain(`<span>${caption}</span>`);
});

test('boxes are notes with a name, and the date of a correction is in the language of the story', () => {
  expect(html).toContain(
    '<aside class="story-block story-facts" role="note" aria-label="What is known"><h2>What is known</h2>\n<p>The dam holds <strong>40 m</strong>.</p>\n<ul>',
  );
  expect(html).toContain(
    '<aside class="story-block story-correction" role="note" aria-label="Correction, 24 November 2026"><p class="story-correction-date">Correction, <time datetime="2026-11-24">24 November 2026</time>:</p>\n<p>An earlier',
  );
  expect(html).toContain('Clarification, <time datetime="2026-11-23">23 November 2026</time>:');
});

test.each<[Language, string]>([
  ['hi', 'भूल-सुधार, <time datetime="2026-11-24">24 नवंबर 2026</time>:'],
  ['ta', 'திருத்தம், <time datetime="2026-11-24">24 நவம்பர், 2026</time>:'],
  ['ur', 'تصحیح، <time datetime="2026-11-24">24 نومبر، 2026</time>:'],
])('the notes of a story in %s', (language, heading) => {
  expect(htmlOf(text, blockResources({}, language))).toContain(heading);
});

test('an embed is a card with a link, and requests nothing by itself', () => {
  expect(html).toContain(
    '<figure class="story-block story-embed video" data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1" data-title="The boatman speaks - YouTube">',
  );
  expect(html).toContain(
    '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener nofollow">Open on YouTube</a>',
  );
  expect(html).toContain(
    '<a href="https://example.org/report?a=1&amp;b=2" rel="noopener nofollow">Open on example.org</a>',
  );
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).not.toMatch(/<iframe|<script|src="https?:/);
});

test('files are not loaded before they are played, and a story is linked in its language', () => {
  expect(html).toContain('<video controls preload="none" src="/api/media/7.mp4" aria-label="Gates"></video>');
  expect(html).toContain('<audio controls preload="none" src="/api/media/8.mp3" aria-label="Siren"></audio>');
  expect(html).toContain(
    '<div class="story-block story-also"><span class="kicker">Also read</span><a href="/news/42" lang="ur" dir="rtl">بند کے دروازے</a></div>',
  );
});

test('readers see nothing of what is not there; the newsroom sees its place', () => {
  const none = { pictures: new Map(), files: new Map(), stories: new Map() };
  const reader = htmlOf(text, blockResources(none));
  expect(reader).not.toMatch(/figure class="story-block story-(figure|gallery|file)|story-also|story-missing/);
  const newsroom = htmlOf(text, blockResources({ ...none, showsMissing: true }));
  for (const missing of ['Picture 12', 'Video 7', 'Audio file 8', 'Story 42'])
    expect(newsroom).toContain(`<div class="story-block story-missing">${missing}</div>`);
  expect(htmlOf('::video{id=8}')).toBe(''); // an audio file
});

test('the marks of blocks', () => {
  expect([hasBlocks(html), hasEmbeds(html)]).toEqual([true, true]);
  const typed = storyHtml('x\n\n<p class="story-block" data-frame="a"> " data-frame="').html;
  expect([hasBlocks(typed), hasEmbeds(typed)]).toEqual([false, false]);
});

test('a translation has the blocks in their places, with translated labels and the notes of its language', () => {
  const marked = storyHtml(text, blockMarks()).html;
  expect(marked).toContain('<p data-block="0.0">The *ghat* at noon</p>');
  const resources = blockResources({}, 'hi');
  const translated = fillMarks(
    marked.replaceAll('The', 'वह').replaceAll('What is known', 'ज्ञात'),
    text,
    blockRenderer(resources),
  );
  expect(translated).toBe(htmlOf(text.replaceAll('The', 'वह').replaceAll('What is known', 'ज्ञात'), resources));
});

test('marks that a translator breaks or invents are left out', () => {
  const blocks = blockRenderer(blockResources());
  expect(fillMarks('<p data-block="99.0">x</p><p data-block="0.7">y</p><p>z</p>', text, blocks)).toBe('<p>z</p>');
  expect(fillMarks('<p data-block="0.0">&lt;b&gt; <em>x</em> "</p>', '::picture{id=12}', blocks)).toContain(
    '<span>&lt;b&gt; x &quot;</span>',
  );
});

test('no label, address or resource becomes markup', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...'<>"\'&=`/ :a\\[]{}', 'javascript:', '<img src=x onerror=y>', '" onload="'),
  });
  const tags = new Set([
    'figure',
    'picture',
    'source',
    'img',
    'figcaption',
    'span',
    'small',
    'strong',
    'section',
    'div',
    'a',
    'p',
  ]);
  for (const name of [
    'aside',
    'h2',
    'time',
    'video',
    'audio',
    'button',
    'em',
    'br',
    'ul',
    'li',
    'ol',
    'blockquote',
    'hr',
  ])
    tags.add(name);
  fc.assert(
    fc.property(hostile, hostile, (label, other) => {
      const [line] = label.split('\n');
      const resources = blockResources();
      for (const found of resources.pictures.values())
        Object.assign(found, { alt: other, caption: other, credit: other });
      for (const found of resources.stories.values()) Object.assign(found, { title: other });
      const blocks = ['picture', 'video', 'story'].map((name, at) => `::${name}[${line}]{id=${[12, 7, 42][at]}}`);
      const written = htmlOf(
        [
          ...blocks,
          `::embed[${line}]{url="https://${other}"}`,
          `::embed{url=${other}}`,
          `:::facts[${line}]\n${other}\n:::`,
          `:::correction[${line}]{date=2026-11-24}\n:::`,
        ].join('\n\n'),
        resources,
      );
      // Quoted values first: whatever is in them is text.
      for (const [, name = '', attributes = ''] of written.matchAll(/<\/?([a-z0-9]*)((?:"[^"]*"|[^">])*)>/g)) {
        expect(tags).toContain(name);
        expect(attributes.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\bon[a-z]+=/);
      }
      expect(written).not.toMatch(/(?:href|src|data-frame)="(?!https:|\/)/);
    }),
  );
});

test('a text full of directives has a bounded number of blocks', () => {
  const pictures = '::picture{id=12}\n'.repeat(11_000);
  expect(htmlOf(pictures).match(/<figure/g)).toHaveLength(maxLeaves);
  const gallery = htmlOf(`:::gallery\n${pictures}:::`);
  expect(gallery.match(/<img/g)).toHaveLength(maxLeaves);
  const embeds = htmlOf('::embed{url=https://a.in}\n\n'.repeat(300));
  expect(embeds.match(/<figure/g)).toHaveLength(maxLeaves);
  expect(embeds.match(/<p><a href="https:\/\/a.in" rel="noopener nofollow">a.in<\/a><\/p>/g)).toHaveLength(100);
});
