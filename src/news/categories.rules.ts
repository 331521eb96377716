// Categories are looked up by slug: two names with the same slug are the same category.
// Every category offers the sub-category 'Others'; the editor types a label that is shown instead of its name.

/** Maximum length of the name of a category or sub-category, and of a story's submenu label. */
export const nameMaxLength = 60;

/** The sub-category that every category offers. */
export const othersName = 'Others';

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
}

/** Finds an entry by name or slug, case-insensitively. */
export const findBySlug = <T extends Named>(entries: readonly T[], nameOrSlug: string): T | undefined => {
  const slug = slugOf(nameOrSlug);
  return entries.find((entry) => entry.slug === slug);
};

/** The sub-categories that readers can browse. If the category 'Others' has none, its only one is 'Others'. */
export const shownSubCategories = ({
  name,
  sub_categories,
}: {
  name: string;
  sub_categories: readonly Named[];
}): string[] =>
  sub_categories.length === 0 && name === othersName ? [othersName] : sub_categories.map((sub) => sub.name);

/** The options of the sub-category field: those of the category, then 'Others'. */
export const offeredSubCategories = (subCategories: readonly Named[]): string[] => {
  const names = subCategories.map(({ name }) => name);
  return names.includes(othersName) ? names : [...names, othersName];
};

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
