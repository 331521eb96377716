import { addEdition } from '../factories/editions.ts';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';

const titles = [
  'گھاٹ کی کشتی نو روز بعد پھر چلی، مسافروں نے سکھ کا سانس لیا',
  'محکمہ موسمیات کی پیش گوئی: ساحلی علاقوں میں شدید گرمی، بچوں اور بزرگوں کو احتیاط کا مشورہ',
  'پنچایت نے تالاب کی کھدائی کا فیصلہ ٹال دیا',
  'ہتھ کرگھا بنکروں کو مہینوں بعد پیسے ملے',
  'دور کے کیمپس میں لڑکیوں کی تعداد بڑھی',
];
const text = `شہر کے پرانے گھاٹ پر کشتی نو روز بند رہنے کے بعد پیر کی صبح پھر چل پڑی۔ ملاحوں کا کہنا ہے کہ پانی کی سطح اب محفوظ ہے، مگر بارش ہوئی تو سروس دوبارہ روکنی پڑ سکتی ہے۔

## آگے کیا ہوگا

محکمے نے کہا کہ نئی کشتی ٹھیک ہونے میں دو ہفتے لگیں گے۔

> ہمیں کشتی کے بغیر تیرہ کلومیٹر کا چکر لگانا پڑتا تھا۔`;

/** Words whose strokes an element clips, or that overlap words of other lines, by the ink that canvas measures. */
function collisions(): string[] {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D; // 2D is always there
  interface Word {
    text: string;
    element: HTMLElement;
    line: DOMRect;
    top: number;
    bottom: number;
  }
  const words: Word[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    const element = node.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true })) continue;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    for (const { 0: text, index } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const line = range.getBoundingClientRect();
      if (line.width < 2) continue;
      const ink = context.measureText(text);
      const baseline = line.top + ink.fontBoundingBoxAscent;
      const [top, bottom] = [baseline - ink.actualBoundingBoxAscent, baseline + ink.actualBoundingBoxDescent];
      words.push({ text, element, line, top, bottom });
    }
  }
  const clipOf = ({ element, line }: Word) => {
    for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowY !== 'visible') {
        const { top, bottom } = box.getBoundingClientRect();
        // clip-path: inset(-5px -6px 5px)
        const [above = 0, , below = 0] = (getComputedStyle(box).clipPath.match(/-?[\d.]+/g) ?? []).map(Number);
        return { top: top + above, bottom: bottom - below, hides: line.top >= bottom - 4 };
      }
  };
  const found: string[] = [];
  const visible = words.filter((word) => !clipOf(word)?.hides);
  const isUrdu = ({ text }: Word) => /\p{Script=Arabic}/u.test(text);
  for (const word of visible.filter(isUrdu)) {
    const clip = clipOf(word);
    if (clip && (word.top < clip.top - 1 || word.bottom > clip.bottom + 1)) found.push(`clipped: ${word.text}`);
  }
  for (const [index, a] of visible.entries())
    for (const b of visible.slice(index + 1)) {
      const across = Math.min(a.line.right, b.line.right) - Math.max(a.line.left, b.line.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (Math.abs(a.line.top - b.line.top) < 4 || across < 1 || !(isUrdu(a) || isUrdu(b))) continue;
      // These are boxes: within a paragraph strokes of a tall word pass beside those above it.
      if (down > (a.element === b.element ? 5 : 3)) found.push(`${a.text} over ${b.text} by ${down.toFixed(1)} px`);
    }
  return found;
}

test('in Urdu no stroke of Nastaliq is clipped or runs into the line above or below', async ({ page, site }) => {
  test.slow();
  const editor = await site.as('editor');
  const first = await createStory(editor, { news_title: titles[0] ?? '', news_description: text, language: 'ur' });
  for (const news_title of titles.slice(1))
    await createStory(editor, { news_title, news_description: text, news_submenu: 'کھیل', language: 'ur' });
  const lists = ['/ur/news', '/ur/category/sports-news', '/ur/search?q=کشتی'];
  const others = ['/ur', '/ur/college', '/ur/publication', '/ur/research', '/ur/payment', '/ur/no-such-page'];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [...lists, `/ur/news/${first.id}`, ...others]) {
      await page.goto(path);
      await page.evaluate(async () => {
        await document.fonts.load('16px "Noto Nastaliq Urdu Variable"', 'ک');
        await document.fonts.ready;
      });
      expect.soft(await page.evaluate(collisions), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('in Urdu the pages of an edition turn to the left', async ({ page, site }) => {
  const id = await addEdition(await site.as('editor'), ['One', 'Two', 'Three'], { title: 'Suryanagar' });
  await page.goto(`/ur/e-paper/${id}?page=1`);
  await loaded(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(`/ur/e-paper/${id}?page=2`);
  await expect(page.locator('input[name=page]')).toHaveValue('2');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/ur/e-paper/${id}?page=1`);
  const mirrored = (node: Element) => getComputedStyle(node).scale;
  const next = page.getByRole('link', { name: 'اگلا صفحہ' });
  await expect(next).toBeVisible();
  expect(await next.locator('svg').evaluate(mirrored)).toBe('-1 1');
});
