import { sentencesOf } from '../../listen.rules.ts';

/** A sentence of an article, with its DOM range. */
export interface Sentence {
  text: string;
  range: Range;
}

// A row of a table is spoken as one sentence.
const blocks = 'h1, h2, h3, .story-standfirst, p, li, blockquote, tr';
// Not read aloud: captions, players, embeds and links to other stories.
const silent = 'figure, .story-also';

/** The sentences of an article in reading order: only headline, standfirst and text, with boxes and corrections. */
export function sentencesIn(article: HTMLElement, language: string): Sentence[] {
  const spokenBlocks = [...article.querySelectorAll<HTMLElement>('h1, .story-standfirst, .story-text')].flatMap(
    (part) => {
      const inner = [...part.querySelectorAll<HTMLElement>(blocks)].filter((block) => !block.querySelector(blocks));
      return inner.length ? inner : [part];
    },
  );
  return spokenBlocks.filter((block) => !block.closest(silent)).flatMap((block) => sentencesOfBlock(block, language));
}

function sentencesOfBlock(block: HTMLElement, language: string): Sentence[] {
  const nodes: { node: Text; from: number }[] = [];
  const isRow = block.matches('tr');
  let cell: Element | null | undefined;
  let text = '';
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text; // SHOW_TEXT only
    const inCell = node.parentElement?.closest('th, td');
    if (isRow && !inCell) continue; // white space between cells
    if (text && inCell !== cell) text += ', ';
    cell = inCell;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  const at = (offset: number) => nodes.findLast(({ from }) => from <= offset);
  return sentencesOf(text, language).flatMap(([start, end]) => {
    const [first, last] = [at(start), at(end - 1)];
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, start - first.from);
    range.setEnd(last.node, end - last.from);
    return { text: text.slice(start, end), range };
  });
}

const mark = 'spoken';

/** Highlights the current sentence and scrolls it into view. */
export function markSentence({ range }: Sentence): void {
  CSS.highlights?.set(mark, new Highlight(range));
  const { top, bottom } = range.getBoundingClientRect();
  const height = window.innerHeight;
  if (top > height * 0.15 && bottom < height * 0.75) return; // visible and not behind the player bar
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: top - height / 3, behavior: reducedMotion ? 'instant' : 'smooth' });
}

export const unmark = (): void => void CSS.highlights?.delete(mark);
