// What an editor should look at before a story is published. Findings never forbid it: the rules that do are in
// stories.rules.ts.

import { directiveOf, isContainer, readDirective } from '#src/markdown/directives.rules.ts';
import { parserFor, summaryOf } from '#src/markdown/story-text.rules.ts';
import type { TextKey, TextParams } from '#src/messages/catalogue.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';

/** A `problem` is an error in the story, `advice` is something that stories usually have. */
export interface Finding {
  severity: 'problem' | 'advice';
  field: 'news_title' | 'news_description' | 'image' | 'image_caption';
  key: TextKey;
  params?: TextParams;
}

/** Lengths of a headline, in characters. */
export const headline = { short: 15, card: 80, search: 110 } as const;

/** Maximum number of links of a story that are checked. */
export const mostLinks = 20;
/** Longer ones are not checked. */
export const linkMaxLength = 2000;

export interface CheckedStory extends Pick<StoryForm, 'news_title' | 'news_description' | 'image_caption'> {
  hasPicture: boolean;
}

/** What can be found in a story without asking the server. */
export const localFindings = (story: CheckedStory): Finding[] => [
  ...titleFindings(story.news_title.trim()),
  ...pictureFindings(story),
  ...textFindings(story.news_description),
];

function titleFindings(title: string): Finding[] {
  const { length } = [...new Intl.Segmenter().segment(title)];
  const advice = (key: TextKey, max: number): Finding[] => [
    { severity: 'advice', field: 'news_title', key, params: { length, max } },
  ];
  if (length === 0) return [];
  if (length > headline.search) return advice('checks.titleTooLongForSearch', headline.search);
  if (length > headline.card) return advice('checks.titleTooLongForCards', headline.card);
  return length < headline.short ? advice('checks.titleShort', headline.short) : [];
}

function pictureFindings({ hasPicture, image_caption: caption }: CheckedStory): Finding[] {
  if (!hasPicture) return [{ severity: 'advice', field: 'image', key: 'checks.noPicture' }];
  return caption.trim() ? [] : [{ severity: 'advice', field: 'image_caption', key: 'checks.noCaption' }];
}

// Nobody reads a longer list of problems.
const mostOfAKind = 5;

function textFindings(text: string): Finding[] {
  const problem = (key: TextKey, params?: TextParams): Finding => ({
    severity: 'problem',
    field: 'news_description',
    key,
    ...(params && { params }),
  });
  if (!text.trim()) return [problem('checks.noText')];
  const summary: Finding[] = summaryOf(text) ? [] : [problem('checks.noSummary')];
  const { lines, stars, brokenLinks, emptyLinks } = brokenMarkdown(text);
  return [
    ...summary,
    ...lines.slice(0, mostOfAKind).map((line) => {
      const directive = readDirective(line);
      const key = directive && isContainer(directive) ? 'checks.noEnding' : 'checks.notABlock';
      return problem(key, { line: excerpt(line) });
    }),
    ...stars.slice(0, mostOfAKind).map((words) => problem('checks.stars', { words: excerpt(words) })),
    ...brokenLinks.slice(0, mostOfAKind).map((words) => problem('checks.brokenLink', { words: excerpt(words) })),
    ...emptyLinks.slice(0, mostOfAKind).map((words) => problem('checks.emptyLink', { words: excerpt(words) })),
  ];
}

const excerpt = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function brokenMarkdown(text: string) {
  const tokens = parserFor(text).parse(text, {});
  const source = text.split(/\r\n?|\n/);
  // The lines that belong to directives: their first ones, the endings of containers, all of a gallery.
  const known = new Set<number>();
  for (const token of tokens) {
    const { map, nesting } = token;
    const directive = directiveOf(token);
    if (!directive?.name || !map || nesting < 0) continue;
    known.add(map[0]).add(map[1] - 1);
    if (directive.name === 'gallery') for (let line = map[0]; line < map[1]; line += 1) known.add(line);
  }
  const lines = source.filter((line, index) => /^ {0,3}::/.test(line) && !known.has(index)).map((line) => line.trim());
  const stars: string[] = [];
  const brokenLinks: string[] = [];
  const emptyLinks: string[] = [];
  for (const { type, content, children } of tokens) {
    if (type !== 'inline' || !children) continue;
    let opened: { href: string; words: string } | undefined;
    for (const child of children) {
      if (child.type === 'link_open') opened = { href: String(child.attrGet('href') ?? ''), words: '' };
      else if (child.type === 'link_close') {
        if (opened && (!opened.href || !opened.words.trim())) emptyLinks.push(opened.words.trim() || opened.href);
        opened = undefined;
      } else if (child.type === 'text') {
        if (opened) opened.words += child.content;
        // Escaped characters are intended.
        if (child.content.includes('**') && !content.includes(String.raw`\*`)) stars.push(child.content.trim());
        if (/\]\(/.test(child.content) && !content.includes(String.raw`\]`)) brokenLinks.push(child.content.trim());
      }
    }
  }
  return { lines, stars, brokenLinks, emptyLinks };
}

/** The addresses that a text links to and that can be checked, each once: of this site (`/news/42`) and of others. */
export function linksIn(text: string): string[] {
  const links = new Set<string>();
  for (const { type, children } of parserFor(text).parse(text, {}))
    if (type === 'inline')
      for (const child of children ?? []) {
        const href = child.type === 'link_open' ? String(child.attrGet('href') ?? '') : '';
        if (href.startsWith('/') || /^https?:\/\//i.test(href)) links.add(href);
      }
  return [...links];
}
