import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';

// The browser's Translator API: https://developer.mozilla.org/docs/Web/API/Translator_and_Language_Detector_APIs
interface Translator {
  translate(text: string): Promise<string>;
  destroy(): void;
}
interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}
interface TranslatorFactory {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: Pair & { monitor(target: EventTarget): void }): Promise<Translator>;
}

const factory = () => (globalThis as { Translator?: TranslatorFactory }).Translator;

/** Whether this browser can translate between two languages, possibly after a download. */
export async function canTranslate(from: string, to: string): Promise<boolean> {
  const availability = await factory()?.availability({ sourceLanguage: from, targetLanguage: to });
  return availability !== undefined && availability !== 'unavailable';
}

interface StoryText {
  title: string;
  standfirst: Html | null;
  html: Html;
}

/** Translates a story on the device, block by block; `onFetch` gets the download progress, from 0 to 1. */
export async function translateInBrowser(
  { title, standfirst, html }: StoryText,
  pair: Pair,
  onFetch: (part: number) => void,
): Promise<StoryText> {
  const translator = await factory()?.create({
    ...pair,
    monitor: (target) =>
      target.addEventListener('downloadprogress', (event) => onFetch((event as ProgressEvent).loaded)),
  });
  if (!translator) throw new Error('This browser has no translator');
  try {
    return {
      title: await translator.translate(title),
      standfirst: standfirst === null ? null : await blocks(standfirst, translator),
      html: await blocks(html, translator),
    };
  } finally {
    translator.destroy();
  }
}

// The API translates plain text, not HTML: blocks are preserved, inline formatting is lost.
async function blocks(html: Html, translator: Translator): Promise<Html> {
  const body = new DOMParser().parseFromString(trustedHtml(html), 'text/html').body;
  const all = [...body.querySelectorAll('p, li, h2, h3, h4, h5, h6, th, td')];
  const leaves = all.filter((it) => !it.querySelector('p, li'));
  for (const leaf of leaves.length ? leaves : [body])
    if (/\p{L}/u.test(leaf.textContent ?? '')) leaf.textContent = await translator.translate(leaf.textContent ?? '');
  // The boxes of tables are named by the headings.
  for (const box of body.querySelectorAll('[aria-label]'))
    box.ariaLabel = Array.from(box.querySelectorAll('th'), ({ textContent }) => textContent).join(', ') || null;
  return body.innerHTML as Html; // the elements are those of `html`; translations were set as text
}
