import type { ReaderLists } from '#src/client/reader-lists.ts';
import type { FollowedKind } from '#src/rules/reader-lists.rules.ts';

/** What is followed on this device, as the query of `readerListsCalls.forYou`. */
export function followedIds({ marks }: Pick<ReaderLists, 'marks'>) {
  const ids = (kind: FollowedKind) =>
    Object.entries(marks)
      .filter(([key, { removed }]) => !removed && key.startsWith(`${kind}:`))
      .map(([key]) => Number(key.slice(kind.length + 1)))
      .sort((one, other) => one - other)
      .join(',');
  return {
    topics: ids('topic'),
    authors: ids('author'),
    categories: ids('category'),
    sub_categories: ids('sub_category'),
  };
}
