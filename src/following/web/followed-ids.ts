import type { Reading } from '#src/client/reading.ts';
import type { FollowedKind } from '#src/rules/reading.rules.ts';

/** What is followed on this device, as `readingCalls.forYou` is asked. */
export function followedIds({ marks }: Pick<Reading, 'marks'>) {
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
