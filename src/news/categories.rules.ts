// Categories are found by their slug: two names with the same slug are the same category.
// 'Others' is offered as a sub-category everywhere, with a label of the editor's own in place of a name.

/** Of a category, a sub-category or a story’s own submenu. */
export const nameMaxLength = 60;

/** The sub-category that every category offers. */
export const othersName = 'Others';

/** Stands for the section of stories that have lost their category. */
export const uncategorized = 'uncategorized';

/** Address form of a name: "Sports News" → "sports-news". Letters of every script keep their vowel signs. */
export const slugOf = (name: string): string => name.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, '-');

/** A readable name from a slug that no stored name has: "sports-news" → "Sports News". */
export const nameFromSlug = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

interface Named {
  name: string;
  slug: string;
}

/** The entry whose name or slug this is, whatever its case. */
export const findBySlug = <T extends Named>(entries: readonly T[], nameOrSlug: string): T | undefined => {
  const slug = slugOf(nameOrSlug);
  return entries.find((entry) => entry.slug === slug);
};

/** The sub-categories that readers browse: the category's own; the category 'Others' has the single one 'Others'. */
export const shownSubCategories = ({
  name,
  sub_categories,
}: {
  name: string;
  sub_categories: readonly Named[];
}): string[] =>
  sub_categories.length === 0 && name === othersName ? [othersName] : sub_categories.map((sub) => sub.name);

/** The sub-categories to choose from: the category's own, and 'Others' at the end. */
export const offeredSubCategories = (own: readonly Named[]): string[] => {
  const names = own.map(({ name }) => name);
  return names.includes(othersName) ? names : [...names, othersName];
};

/** The specification's map of categories, which a new site begins with. */
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
