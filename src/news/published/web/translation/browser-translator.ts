import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';

// The browser's Translator API: https://developer.mozilla.org/docs/Web/API/Translator_and_Language_Detector_APIs
interface Translator {
  translate(text: string, options: { signal: AbortSignal }): Promise<string>;
  destroy(): void;
}
interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}
interface TranslatorFactory {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: Pair & { signal: AbortSignal; monitor(target: EventTarget): void }): Promise<Translator>;
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

interface TranslationRun {
  /** Cancels the download and the translation. */
  signal: AbortSignal;
  /** Gets the progress of the download, from 0 to 1. */
  onFetch(part: number): void;
  /** Gets the number of translated blocks, and of all. */
  onBlock(done: number, total: number): void;
}

/** Translates a story on the device, block by block. */
export async function translateInBrowser(
  { title, standfirst, html }: StoryText,
  pair: Pair,
  { signal, onFetch, onBlock }: TranslationRun,
): Promise<StoryText> {
  const translator = await factory()?.create({
    ...pair,
    signal,
    monitor: (target) =>
      target.addEventListener('downloadprogress', (event) => onFetch((event as ProgressEvent).loaded)),
  });
  if (!translator) throw new Error('This browser has no translator');
  const heading = document.createElement('h1');
  heading.textContent = title;
  const first = standfirst === null ? null : bodyOf(standfirst);
  const text = bodyOf(html);
  const all = [heading, ...(first ? blocksOf(first) : []), ...blocksOf(text)];
  try {
    for (const [index, block] of all.entries()) {
      onBlock(index, all.length);
      block.textContent = await translator.translate(block.textContent ?? '', { signal });
      signal.throwIfAborted();
    }
  } finally {
    translator.destroy();
  }
  nameBoxes(text);
  return {
    title: heading.textContent,
    // The elements are those of the story; translations were set as text.
    standfirst: first && (first.innerHTML as Html),
    html: text.innerHTML as Html,
  };
}

const bodyOf = (html: Html) => new DOMParser().parseFromString(trustedHtml(html), 'text/html').body;

// The API translates plain text, not HTML: blocks are preserved, inline formatting is lost.
function blocksOf(body: HTMLElement): Element[] {
  const all = [...body.querySelectorAll('p, li, h2, h3, h4, h5, h6, th, td, figcaption > span')];
  const leaves = all.filter((it) => !it.querySelector('p, li'));
  // Cells that have only numbers are not translated.
  return leaves.length ? leaves.filter((it) => /\p{L}/u.test(it.textContent ?? '')) : [body];
}

// The boxes of tables and facts are named by their headings.
function nameBoxes(body: HTMLElement) {
  for (const box of body.querySelectorAll('[aria-label]:has(> table)'))
    box.ariaLabel = Array.from(box.querySelectorAll('th'), ({ textContent }) => textContent).join(', ') || null;
  for (const heading of body.querySelectorAll('aside > h2:first-child'))
    heading.parentElement?.setAttribute('aria-label', heading.textContent ?? '');
}
