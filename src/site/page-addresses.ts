import { letterLists } from '#src/letters/letters.rules.ts';
import { slugOf } from '#src/news/categories/categories.rules.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { correctionCursorPattern } from '#src/news/corrections/correction-cursor.rules.ts';
import { languageOrders, orderParameter } from '#src/news/stories/language-order.rules.ts';
import { StoryListFilter } from '#src/news/stories/story-list.contract.ts';
import type { PageRule } from '#src/platform/http/page-address.ts';

const id = /^\d{1,9}$/;
const cursor = /^\d{1,13}-[1-9]\d{0,9}$/; // such as 1795000000000-42
const text = /^.{1,300}$/s;
const path = /^\/.{0,500}$/s;
const token = /^[\w.-]{1,300}$/;
const storyListParameters = {
  ...Object.fromEntries(Object.keys(StoryListFilter.shape).map((name) => [name, text])),
  cursor: /^[\w-]{1,2500}$/,
};
const languageParameter = { [orderParameter]: new RegExp(`^(?:${languageOrders.join('|')})$`) };
const slugs = { category: slugOf, subcategory: slugOf };
const authorSlugs = { author: slugOf };
const topicSlugs = { topic: nameSlug };

/** Pages that accept query parameters, or whose path has several forms. All other pages accept no parameters. */
export const pageRules: PageRule[] = [
  { path: 'news', parameters: languageParameter },
  { path: 'news/:id', parameters: { from: id, order: /^oldest$/ } }, // the entries of a live story
  { path: 'news/:id/letters', parameters: { before: id } },
  { path: 'latest', parameters: { after: cursor, ...languageParameter } },
  { path: 'category/:category', parameters: { after: cursor, ...languageParameter }, canonical: slugs },
  { path: 'corrections', parameters: { after: correctionCursorPattern, ...languageParameter } },
  {
    path: 'category/:category/subcategory/:subcategory',
    parameters: { after: cursor, ...languageParameter },
    canonical: slugs,
  },
  { path: 'author/:author', parameters: { after: cursor, ...languageParameter }, canonical: authorSlugs },
  { path: 'topic/:topic', parameters: { after: cursor, ...languageParameter }, canonical: topicSlugs },
  { path: 'series/:series', parameters: {}, canonical: { series: nameSlug } },
  { path: 'e-paper', parameters: { month: /^(1[6-9]|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/, edition: id } }, // 2026-11
  { path: 'e-paper/:id', parameters: { page: id, q: text } },
  { path: 'e-paper/search', parameters: { q: text }, uncached: true },
  {
    path: 'search',
    parameters: { q: text, kind: text, category: text, from: text, to: text, page: id, ...languageParameter },
    uncached: true,
  },
  { path: 'research', parameters: { search: text, type: text, year: /^\d{4}$/, after: cursor }, uncached: true },
  { path: 'research/:id', allowsTrailingSlash: true }, // search engines want the PDF in its page's folder
  { path: 'profile/readers', parameters: { person: id }, uncached: true },
  { path: 'payment', parameters: { plan: text, edition: id, page: id }, uncached: true },
  { path: 'preview/:id', parameters: { pass: token }, uncached: true },
  { path: 'admin/plan', parameters: { view: /^(?:month|week)$/, day: /^\d{4}-\d\d-\d\d$/ }, uncached: true },
  { path: 'admin/letters', parameters: { list: new RegExp(`^(?:${letterLists.join('|')})$`) }, uncached: true },
  { path: 'admin/stories', parameters: storyListParameters, uncached: true },
  {
    path: 'admin/media',
    parameters: { q: text, show: /^(?:alt|credit|unused)$/, kind: /^(?:video|audio)$/, item: id },
    uncached: true,
  },
  ...['login', 'register', 'admin'].map(
    (page): PageRule => ({ path: page, parameters: { from: path }, uncached: true }),
  ),
  { path: 'newsletters/confirm', parameters: { token }, uncached: true },
  { path: 'newsletters/leave', parameters: { subscription: id, key: token }, uncached: true },
  { path: 'reset-password', parameters: { token, newsroom: /^yes$/, new: /^yes$/ }, uncached: true },
  ...['take-email-back', 'confirm-email', 'confirm-letter', 'guardian'].map(
    (page): PageRule => ({ path: page, parameters: { token }, uncached: true }),
  ),
];
