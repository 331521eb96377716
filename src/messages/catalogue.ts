import type accounts from './en/accounts.json';
import type authors from './en/authors.json';
import type background from './en/background.json';
import type blocks from './en/blocks.json';
import type breaking from './en/breaking.json';
import type bylines from './en/bylines.json';
import type categories from './en/categories.json';
import type checks from './en/checks.json';
import type circulation from './en/circulation.json';
import type compose from './en/compose.json';
import type corrections from './en/corrections.json';
import type coverage from './en/coverage.json';
import type decisions from './en/decisions.json';
import type desk from './en/desk.json';
import type editing from './en/editing.json';
import type editor from './en/editor.json';
import type enquiries from './en/enquiries.json';
import type epaper from './en/epaper.json';
import type errors from './en/errors.json';
import type following from './en/following.json';
import type grievances from './en/grievances.json';
import type health from './en/health.json';
import type home from './en/home.json';
import type jobs from './en/jobs.json';
import type languages from './en/languages.json';
import type lengthenings from './en/lengthenings.json';
import type letters from './en/letters.json';
import type listen from './en/listen.json';
import type live from './en/live.json';
import type mails from './en/mails.json';
import type media from './en/media.json';
import type moderation from './en/moderation.json';
import type news from './en/news.json';
import type newsletters from './en/newsletters.json';
import type newsroom from './en/newsroom.json';
import type offline from './en/offline.json';
import type pages from './en/pages.json';
import type planning from './en/planning.json';
import type plans from './en/plans.json';
import type preview from './en/preview.json';
import type prospectus from './en/prospectus.json';
import type push from './en/push.json';
import type reader from './en/reader.json';
import type readers from './en/readers.json';
import type readership from './en/readership.json';
import type research from './en/research.json';
import type revenue from './en/revenue.json';
import type review from './en/review.json';
import type search from './en/search.json';
import type settings from './en/settings.json';
import type shell from './en/shell.json';
import type stories from './en/stories.json';
import type submissions from './en/submissions.json';
import type tagging from './en/tagging.json';
import type taxonomy from './en/taxonomy.json';
import type topics from './en/topics.json';
import type translation from './en/translation.json';

// The keys are typed after the English catalogue. A test checks that the other languages have the same keys.
interface Areas {
  accounts: typeof accounts;
  background: typeof background;
  blocks: typeof blocks;
  authors: typeof authors;
  breaking: typeof breaking;
  bylines: typeof bylines;
  categories: typeof categories;
  checks: typeof checks;
  circulation: typeof circulation;
  compose: typeof compose;
  corrections: typeof corrections;
  coverage: typeof coverage;
  editing: typeof editing;
  decisions: typeof decisions;
  desk: typeof desk;
  editor: typeof editor;
  enquiries: typeof enquiries;
  epaper: typeof epaper;
  errors: typeof errors;
  following: typeof following;
  grievances: typeof grievances;
  health: typeof health;
  home: typeof home;
  jobs: typeof jobs;
  languages: typeof languages;
  lengthenings: typeof lengthenings;
  letters: typeof letters;
  listen: typeof listen;
  live: typeof live;
  mails: typeof mails;
  media: typeof media;
  moderation: typeof moderation;
  news: typeof news;
  newsletters: typeof newsletters;
  newsroom: typeof newsroom;
  offline: typeof offline;
  pages: typeof pages;
  planning: typeof planning;
  plans: typeof plans;
  preview: typeof preview;
  prospectus: typeof prospectus;
  push: typeof push;
  reader: typeof reader;
  readers: typeof readers;
  readership: typeof readership;
  research: typeof research;
  revenue: typeof revenue;
  review: typeof review;
  search: typeof search;
  settings: typeof settings;
  shell: typeof shell;
  stories: typeof stories;
  submissions: typeof submissions;
  tagging: typeof tagging;
  taxonomy: typeof taxonomy;
  topics: typeof topics;
  translation: typeof translation;
}

/** A part of the catalogue that is loaded as a whole. */
export type Area = keyof Areas;

/** Key of a text: "<area>.<key in the area>". */
export type TextKey = { [A in Area]: `${A}.${keyof Areas[A] & string}` }[Area];

export type TextParams = Record<string, string | number>;

/** An area compiled from ICU messages, one function per text. */
export type CompiledArea = Record<string, (params: TextParams) => string>;

/** Translates a text. For keys from elsewhere (a contract's message) use `textOf`. */
export type Translate = (key: TextKey, params?: TextParams) => string;

export const areaOf = (key: TextKey) => key.slice(0, key.indexOf('.')) as Area; // every key begins with its area

export const textOf = (area: CompiledArea, key: TextKey, params: TextParams = {}): string => {
  const message = area[key.slice(key.indexOf('.') + 1)];
  if (!message) throw new Error(`The catalogue has no text "${key}"`);
  return message(params);
};
