import { freePages } from '#src/epaper/epaper.settings.ts';
import { readableUpTo } from '#src/epaper/server/page-right.service.ts';
import { getCategory } from '#src/news/server/categories.service.ts';
import { getTitles } from '#src/news/server/found.service.ts';
import type { Context } from '#src/platform/context.ts';
import { foldedWords, isIndic, respelt, roman } from '../folding.rules.ts';
import type { Found, SearchAnswer, SearchQuery, Suggestion } from '../search.contract.ts';
import {
  type Asked,
  askedWords,
  beforeLastWord,
  excerptOf,
  markedText,
  pagesAtMost,
  resultsPerPage,
  soundForm,
  tsqueryOf,
} from '../search.rules.ts';
import { essaySource } from './essay.source.ts';
import { pageSource } from './page.source.ts';
import {
  type Criteria,
  type DocumentRow,
  listAlike,
  listDocuments,
  listForms,
  listTermsBeginning,
  listTitlesWith,
  rankedAtMost,
} from './search.queries.ts';
import type { Sources } from './sources.ts';
import { storySource } from './story.source.ts';

const sources: Sources = { story: storySource, page: pageSource, essay: essaySource };

/** What holds every word asked for, the best first. Words that nothing has are looked for as they may have been meant. */
export async function search(ctx: Context, query: SearchQuery): Promise<SearchAnswer> {
  const groups = askedWords(query.q);
  if (groups.length === 0) return answer(query, [], null, []);
  const { category, kind, from, to } = query;
  const filters = {
    kind,
    // A text that is paid for answers for its words, but not for their order: that would give it away word by word.
    pagesUpTo: groups.some(({ length }) => length > 1) ? await readableUpTo(ctx) : undefined,
    categoryId: category === undefined ? undefined : (await getCategory(ctx, category)).id,
    from: from === undefined ? undefined : dayStart(from),
    to: to === undefined ? undefined : new Date(dayStart(to).getTime() + 86_400_000),
  };
  const asked = await formsOf(ctx, [...new Set(groups.flat())]);
  const rows = await documents(ctx, { tsquery: tsqueryOf(groups, asked), ...filters }, query.page);
  if (rows.length) return answer(query, rows, null, await shown(ctx, rows, asked));

  const meant = await meantBy(ctx, groups, asked);
  if (!meant) return answer(query, [], null, []);
  const other = await documents(ctx, { tsquery: tsqueryOf(groups, asked), ...filters }, query.page);
  return answer(query, other, other.length ? meant : null, await shown(ctx, other, asked));
}

const dayStart = (day: string) => new Date(`${day}T00:00:00+05:30`);

const documents = (ctx: Context, criteria: Criteria, page: number) =>
  listDocuments(ctx.db, criteria, ctx.now(), { limit: resultsPerPage, offset: (page - 1) * resultsPerPage });

async function formsOf(ctx: Context, words: string[]): Promise<Map<string, Asked>> {
  const rows = await listForms(ctx.db, words);
  return new Map(
    rows.map(({ word, lexemes, common }) => [word, { word, common, lexemes: [...lexemes, ...soundForm(word)] }]),
  );
}

/** Gives words that no document has the forms of words like them. Returns what was then asked for, or undefined when nothing is like them. */
async function meantBy(ctx: Context, groups: string[][], asked: Map<string, Asked>): Promise<string | undefined> {
  const spellings = [...asked.values()].map(({ word }) => ({
    word,
    roman: isIndic(word) ? roman(word) : respelt(word),
    tsquery: tsqueryOf([[word]], asked),
  }));
  const unknown = await listAlike(ctx.db, spellings, ctx.settings.get(freePages));
  if (unknown.length === 0 || unknown.some(({ alike }) => alike.length === 0)) return undefined;
  for (const { word, alike } of unknown) asked.set(word, { word, lexemes: alike, common: false });
  const best = new Map(unknown.map(({ word, alike }) => [word, alike[0] ?? word]));
  return groups
    .flat()
    .map((word) => best.get(word) ?? word)
    .join(' ');
}

async function shown(ctx: Context, rows: DocumentRow[], asked: Map<string, Asked>): Promise<Found[]> {
  const lexemes = [...asked.values()].flatMap((word) => (word.common && asked.size > 1 ? [] : word.lexemes));
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const loaded = await Promise.all(
    kinds.map(async (kind) => {
      const items = await sources[kind].load(
        ctx,
        rows.filter((row) => row.kind === kind),
      );
      return items.map((item) => ({ kind, item }));
    }),
  );
  // A document may have gone between the two questions.
  return rows.flatMap((row) => {
    const found = loaded
      .flat()
      .find(({ kind, item }) => kind === row.kind && item.id === row.ref && (item.page ?? 0) === row.page);
    if (!found) return [];
    const { title, text, ...item } = found.item;
    return { kind: row.kind, ...item, title: markedText(title, lexemes), excerpt: excerptOf(text, lexemes) };
  });
}

function answer({ q, page }: SearchQuery, rows: DocumentRow[], meant: string | null, results: Found[]): SearchAnswer {
  const total = rows[0]?.total ?? 0;
  const pages = Math.min(pagesAtMost, Math.ceil(total / resultsPerPage));
  return { query: q, results, total, more_than_total: total === rankedAtMost, page, pages, meant };
}

const wordsSuggested = 4;
const titlesSuggested = 5;

/** Words that begin as the last one typed, and the newest stories in whose titles all of them begin words. */
export async function suggest(ctx: Context, typed: string): Promise<Suggestion[]> {
  const words = foldedWords(typed).slice(-8);
  const last = words.at(-1);
  if (!last || last.length < 2) return [];
  const [terms, titles] = await Promise.all([
    listTermsBeginning(
      ctx.db,
      isIndic(last) ? { latin: undefined, roman: roman(last) } : { latin: last, roman: respelt(last) },
      ctx.settings.get(freePages),
      wordsSuggested,
    ),
    listTitlesWith(ctx.db, words, titlesSuggested),
  ]);
  const before = beforeLastWord(typed);
  const stories = await getTitles(
    ctx,
    titles.map(({ ref }) => ref),
  );
  return [
    ...terms.map(({ term }) => ({ text: before + term, story: null })),
    ...stories.map(({ id, title }) => ({ text: title, story: id })),
  ];
}
