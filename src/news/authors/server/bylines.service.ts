import type { Story } from '#src/news/schema/story-conditions.queries.ts';
import type { Context } from '#src/platform/context.ts';
import type { ValidationError } from '#src/rules/validation.rules.ts';
import { authorRefs, bylineOf, distinctAuthors, findAuthor, maxAuthors } from '../authors.rules.ts';
import { findAuthorsByRefs } from './authors.queries.ts';

/** The fields of a form for the byline of its story. */
export interface TypedByline {
  authors: string;
  author: string;
  language: string;
}

export interface Byline {
  authorIds: number[];
  author: string;
}

interface BylineOptions {
  /** The story as it is stored. */
  before?: Pick<Story, 'authorIds' | 'author'> | undefined;
  /** The authors are not a new choice, as in an old revision: those who were deleted since stay as a text. */
  lenient?: boolean | undefined;
}

/**
 * The authors and the byline of a story: the text that was typed, or the names of the authors who were chosen; an
 * error for unknown authors. In a transaction they are not renamed, merged or deleted until it ends.
 */
export async function checkedByline(
  ctx: Context,
  typed: TypedByline,
  options: BylineOptions = {},
): Promise<Byline | { error: ValidationError }> {
  const { before, lenient = false } = options;
  const refs = authorRefs(typed.authors);
  const author = typed.author.trim();
  if (refs.length === 0) return { authorIds: [], author };
  if (refs.length > maxAuthors) return { error: { key: 'bylines.tooMany', params: { max: maxAuthors } } };
  const wanted = [...refs, ...(before?.authorIds.map(String) ?? [])];
  let all = await findAuthorsByRefs(ctx.db, wanted, true);
  const unknownIn = (list: typeof all) => refs.find((ref) => !findAuthor(list, ref));
  // Again: an author who was not found may just have been merged.
  if (unknownIn(all) !== undefined) all = await findAuthorsByRefs(ctx.db, wanted, true);
  const unknown = unknownIn(all);
  if (unknown !== undefined && lenient) return { authorIds: refs.map(Number).filter(Number.isSafeInteger), author };
  if (unknown !== undefined) return { error: { key: 'bylines.unknown', params: { author: unknown } } };
  const find = (list: readonly (string | number)[]) =>
    distinctAuthors(list.flatMap((ref) => findAuthor(all, String(ref)) ?? []));
  const chosen = find(refs);
  const authorIds = chosen.map(({ id }) => id);
  // A byline that names deleted authors stays as it is while the others are the same.
  const lacksSome = before?.authorIds.some((id) => !findAuthor(all, String(id)));
  if (
    before &&
    lacksSome &&
    find(before.authorIds)
      .map(({ id }) => id)
      .join() === authorIds.join()
  )
    return { authorIds: before.authorIds, author: before.author };
  return {
    authorIds,
    author: bylineOf(
      chosen.map(({ name }) => name),
      typed.language,
    ),
  };
}
