import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

const root = join(import.meta.dirname, '../..');
const fonts = join(root, 'node_modules/@fontsource-variable');

/** The file of a variable font for its script. */
async function fontFile(name: string): Promise<string> {
  const [, script] = /-(\w+)$/.exec(name) ?? [];
  const files = await readdir(join(fonts, name, 'files'));
  const file = files.find((it) => it === `${name}-${script === 'urdu' ? 'arabic' : script}-wght-normal.woff2`);
  return join(fonts, name, 'files', file ?? '');
}

// A system font has the glyphs of the variable font of the same name: NotoSansTamil-Bold → noto-sans-tamil.
const fontOf = (local: string) =>
  local
    .replace(/-.*/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase();

const serveSystemFonts = (page: Page) =>
  page.route('**/system-fonts/*', async (route) => {
    const name = route.request().url().split('/').at(-1) ?? '';
    await route.fulfill({ path: await fontFile(name), contentType: 'font/woff2' });
  });

async function textsOf(language: string): Promise<string[]> {
  const folder = join(root, 'src/messages', language);
  return Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
}

const scripts = [
  { language: 'hi', script: /\p{Script=Devanagari}+/gu, range: 'U+900-97F', family: 'noto-serif-devanagari' },
  { language: 'bn', script: /\p{Script=Bengali}+/gu, range: 'U+980-9FF', family: 'noto-serif-bengali' },
  { language: 'te', script: /\p{Script=Telugu}+/gu, range: 'U+C00-C7F', family: 'noto-serif-telugu' },
  { language: 'ta', script: /\p{Script=Tamil}+/gu, range: 'U+B80-BFF', family: 'noto-serif-tamil' },
  { language: 'gu', script: /\p{Script=Gujarati}+/gu, range: 'U+A80-AFF', family: 'noto-serif-gujarati' },
  { language: 'ur', script: /\p{Script=Arabic}+/gu, range: 'U+600-6FF', family: 'noto-nastaliq-urdu' },
] as const;
const nastaliqSize = 88; // the size-adjust of the web font, in fonts.css

test('the widths of the Indic fallback fonts are those that a browser measures', async ({ page }) => {
  await page.goto('/');
  const faces = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) => (rule instanceof CSSFontFaceRule ? [rule.style] : []))
      .filter((style) => style.getPropertyValue('font-family').includes('Indic Fallback'))
      .map((style) => ({
        bold: style.getPropertyValue('font-weight').startsWith('6'),
        local: /local\("?([\w-]+)/.exec(style.getPropertyValue('src'))?.[1] ?? '',
        size: Number.parseFloat(style.getPropertyValue('size-adjust')),
        range: style.getPropertyValue('unicode-range'),
      })),
  );
  expect(faces).toHaveLength(20);
  await serveSystemFonts(page);
  const load = (name: string) =>
    page.evaluate(async (name) => {
      document.fonts.add(await new FontFace(name, `url(/system-fonts/${name})`, { weight: '100 900' }).load());
    }, name);
  const width = (name: string, weight: number, words: string[]) =>
    page.evaluate(
      ({ name, weight, words }) => {
        const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D; // always there
        context.font = `${weight} 100px "${name}"`;
        return words.reduce((sum, word) => sum + context.measureText(word).width, 0);
      },
      { name, weight, words },
    );
  for (const { language, script, range, family } of scripts) {
    const words = (await textsOf(language)).join(' ').match(script) ?? [];
    const own = faces.filter((face) => face.range.toUpperCase() === range);
    expect(own.length, language).toBeGreaterThan(2);
    for (const name of new Set([family, ...own.map((face) => fontOf(face.local))])) await load(name);
    for (const { bold, local, size } of own) {
      const wanted = await width(family, bold ? 750 : 400, words);
      const has = await width(fontOf(local), local.endsWith('Bold') ? 700 : 400, words);
      const ratio = ((language === 'ur' ? nastaliqSize : 100) * wanted) / has;
      expect.soft(Math.abs(size - ratio), `${local}: ${size} for ${ratio.toFixed(1)} %`).toBeLessThan(1);
    }
  }
});

/** Gives the page the system fonts of a phone: the fallbacks load the variable fonts of the same names. */
async function withSystemFonts(page: Page) {
  const face = /@font-face\s*\{[^}]*Indic Fallback[^}]*\}/g;
  const local = /local\("?([\w-]+)"?\)(,\s*local\([^)]*\))*/;
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(face, (rule) => {
      const [, name = ''] = local.exec(rule) ?? [];
      const bold = /font-weight:\s*600 900/.test(rule);
      // A phone with the bold file uses that.
      if (bold && name.endsWith('-Regular')) return '';
      return rule
        .replace(local, `url(/system-fonts/${fontOf(name)})`)
        .replace(/font-weight:[^;]+/, `font-weight:${bold ? 700 : 400}`);
    });
    await route.fulfill({ response, body });
  });
  await serveSystemFonts(page);
}

test('nothing jumps when the fonts of a script arrive after the page', async ({ page, site }) => {
  const editor = await site.as('editor');
  const pages = ['hi', 'ta', 'ur'];
  for (const language of pages) {
    // Any sentences in the language.
    const sentences = (await textsOf(language)).join('').matchAll(/": "([^"{}<]{50,90})"/g);
    for (const [, news_title = ''] of [...sentences].slice(0, 12))
      await createStory(editor, { news_title, news_description: `${news_title}. `.repeat(5), language });
  }
  await withSystemFonts(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shift = () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
  const heights = () =>
    page.locator('main :is(h2, h3, .story-summary)').evaluateAll((nodes) => nodes.map((node) => node.clientHeight));
  // Chromium loads no second font while it waits for the first; a system font would be there at once.
  const loadSystemFonts = () =>
    page.evaluate(async () => {
      await Promise.all(
        [...document.fonts].filter((face) => face.family === 'Indic Fallback').map((face) => face.load()),
      );
    });
  const haveLoaded = (kind: string) =>
    page.waitForFunction((kind) => {
      const faces = [...document.fonts].filter((face) => new RegExp(`^Noto (${kind})`).test(face.family));
      return faces.some((face) => face.status === 'loaded') && faces.every((face) => face.status !== 'loading');
    }, kind);
  const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const serifs = /assets\/noto-(serif|nastaliq).*\.woff2/;
  for (const language of pages)
    for (const width of [360, 1280]) {
      const held = Promise.withResolvers<void>();
      // Not the sans: it is the system font of such a phone, which is there at once.
      await page.route(serifs, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/${language}/news`, { waitUntil: 'domcontentloaded' });
      await loadSystemFonts();
      await haveLoaded('Sans|Naskh');
      await frame();
      const [before, shiftBefore] = [await heights(), await shift()];
      held.resolve();
      await haveLoaded('Serif|Nastaliq');
      await frame();
      const place = `/${language}/news at ${width} px`;
      const after = await heights();
      const changed = after.filter((height, index) => height !== before[index]);
      // The letters of a serif differ one by one from those of a sans, so a rare line breaks elsewhere.
      expect.soft(changed.length / after.length, place).toBeLessThan(0.05);
      expect.soft((await shift()) - shiftBefore, place).toBeLessThan(0.02);
      await page.unroute(serifs);
    }
});
