/** The sub-category that every category offers. */
export const othersName = 'Others';

/** The sub-category 'Others' as an entry of a list. */
export const othersEntry = { name: othersName, slug: othersName.toLowerCase() };

/** Key of the section for stories whose category was deleted. */
export const uncategorized = 'uncategorized';

/** URL slug of a name: "Sports News" → "sports-news". Letters of every script keep their vowel signs. */
export const slugOf = (name: string): string => name.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, '-');

/** A readable name for a slug that no category has: "sports-news" → "Sports News". */
export const nameFromSlug = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

interface Named {
  name: string;
  slug: string;
  /** Slugs of earlier names, and of entries that were merged into this one. */
  former_slugs?: readonly string[];
}

/**
 * Finds an entry by name or slug, case-insensitively. A former slug finds its entry unless another entry has that slug
 * now.
 */
export const findBySlug = <T extends Named>(entries: readonly T[], nameOrSlug: string): T | undefined => {
  const slug = slugOf(nameOrSlug);
  return (
    entries.find((entry) => entry.slug === slug) ?? entries.find(({ former_slugs }) => former_slugs?.includes(slug))
  );
};

interface WithSubCategories<Sub extends Named> {
  sub_categories: readonly Sub[];
  /** Slugs of former sub-categories whose stories are now under 'Others'. */
  others_slugs?: readonly string[];
}

/** Finds a sub-category by name or slug; 'Others' if it is that, or was a sub-category whose stories are there now. */
export function findSubBySlug<Sub extends Named>(
  { sub_categories, others_slugs }: WithSubCategories<Sub>,
  nameOrSlug: string,
): Sub | typeof othersName | undefined {
  const slug = slugOf(nameOrSlug);
  const isOthers = slug === slugOf(othersName) || others_slugs?.includes(slug);
  return findBySlug(sub_categories, slug) ?? (isOthers ? othersName : undefined);
}

/** The sub-categories that readers can browse. If the category 'Others' has none, its only one is 'Others'. */
export const shownSubCategories = <Sub extends Named>({
  name,
  sub_categories,
}: {
  name: string;
  sub_categories: readonly Sub[];
}): readonly (Sub | Named)[] => (sub_categories.length === 0 && name === othersName ? [othersEntry] : sub_categories);

/** The options of the sub-category field: those of the category, then 'Others'. */
export const offeredSubCategories = <Sub extends Named>(subs: readonly Sub[]): readonly (Sub | Named)[] =>
  subs.some(({ name }) => name === othersName) ? subs : [...subs, othersEntry];

/** Initial categories of a new site, from the specification. */
export const defaultCategories: Record<string, string[]> = {
  'Sports News': ['Cricket', 'Football', 'Basketball', 'Hockey'],
  Business: ['Economy', 'Industry', 'Markets', 'Budget'],
  'Current News': ['Politics', 'Weather', 'Events'],
  India: ['World', 'States', 'Cities'],
  Health: ['Science', 'Fitness', 'Disease', 'Healthcare', 'Gadgets'],
  Entertainment: ['Movies', 'Music', 'TV', 'Celebrities', 'OTT'],
  Education: ['Exams', 'Results', 'Scholarships'],
  Others: [],
};
