// The keys are typed after the English catalogue. A test checks that the other languages have the same keys.
interface Areas {
  accounts: typeof import('./en/accounts.json');
  authors: typeof import('./en/authors.json');
  background: typeof import('./en/background.json');
  blocks: typeof import('./en/blocks.json');
  breaking: typeof import('./en/breaking.json');
  bylines: typeof import('./en/bylines.json');
  categories: typeof import('./en/categories.json');
  checks: typeof import('./en/checks.json');
  circulation: typeof import('./en/circulation.json');
  compose: typeof import('./en/compose.json');
  corrections: typeof import('./en/corrections.json');
  coverage: typeof import('./en/coverage.json');
  decisions: typeof import('./en/decisions.json');
  desk: typeof import('./en/desk.json');
  editing: typeof import('./en/editing.json');
  editor: typeof import('./en/editor.json');
  enquiries: typeof import('./en/enquiries.json');
  epaper: typeof import('./en/epaper.json');
  errors: typeof import('./en/errors.json');
  following: typeof import('./en/following.json');
  grievances: typeof import('./en/grievances.json');
  health: typeof import('./en/health.json');
  home: typeof import('./en/home.json');
  jobs: typeof import('./en/jobs.json');
  languages: typeof import('./en/languages.json');
  lengthenings: typeof import('./en/lengthenings.json');
  letters: typeof import('./en/letters.json');
  listen: typeof import('./en/listen.json');
  live: typeof import('./en/live.json');
  mails: typeof import('./en/mails.json');
  media: typeof import('./en/media.json');
  moderation: typeof import('./en/moderation.json');
  news: typeof import('./en/news.json');
  newsletters: typeof import('./en/newsletters.json');
  newsroom: typeof import('./en/newsroom.json');
  offline: typeof import('./en/offline.json');
  pages: typeof import('./en/pages.json');
  planning: typeof import('./en/planning.json');
  plans: typeof import('./en/plans.json');
  preview: typeof import('./en/preview.json');
  prospectus: typeof import('./en/prospectus.json');
  push: typeof import('./en/push.json');
  reader: typeof import('./en/reader.json');
  readers: typeof import('./en/readers.json');
  readership: typeof import('./en/readership.json');
  research: typeof import('./en/research.json');
  revenue: typeof import('./en/revenue.json');
  review: typeof import('./en/review.json');
  search: typeof import('./en/search.json');
  settings: typeof import('./en/settings.json');
  shell: typeof import('./en/shell.json');
  stories: typeof import('./en/stories.json');
  submissions: typeof import('./en/submissions.json');
  tagging: typeof import('./en/tagging.json');
  taxonomy: typeof import('./en/taxonomy.json');
  topics: typeof import('./en/topics.json');
  translation: typeof import('./en/translation.json');
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
