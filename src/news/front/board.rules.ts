// The board sorts each category newest first, unless an editor has arranged it. Arranging a section reassigns the
// sort times of its stories in the new order, so that a story published later still comes first.
import { findSubBySlug, othersName } from '#src/news/categories/categories.rules.ts';

interface Arranged {
  id: number;
  categoryId: number | null;
  subCategoryId: number | null;
  submenu: string | null;
  boardAt: Date;
}

interface Section {
  id: number;
  sub_categories: readonly { id: number; name: string; slug: string; former_slugs?: readonly string[] }[];
}

export interface Change {
  boardAt: Date;
  categoryId: number;
  subCategoryId: number | null;
  submenu: string | null;
}

interface Placed {
  id: number;
  categoryId: number | null;
  boardAt: Date;
}

interface SavedSection {
  categoryId: number;
  /** The requested order, and the order when the section was loaded. */
  ids: readonly number[];
  before: readonly number[];
}

/**
 * Whether another editor has rearranged these sections since they were loaded: a story has changed its category, or the
 * order differs. `stories` holds those that are still public; pinned ones are above the order of their section.
 */
export function isRearranged(
  sections: readonly SavedSection[],
  stories: ReadonlyMap<number, Placed>,
  pinned: ReadonlySet<number> = new Set(),
): boolean {
  const all = new Set(sections.flatMap(({ before }) => before));
  return sections.some(({ categoryId, ids, before }) => {
    const loaded = before.flatMap((id) => stories.get(id) ?? []);
    const ordered = loaded.filter(({ id }) => !pinned.has(id));
    const now = ordered.toSorted((a, b) => b.boardAt.getTime() - a.boardAt.getTime() || b.id - a.id);
    // A story that was in none of these sections had no category.
    const added = ids.filter((id) => !all.has(id)).flatMap((id) => stories.get(id) ?? []);
    return (
      loaded.some((story) => story.categoryId !== categoryId) ||
      ordered.some((story, place) => story !== now[place]) ||
      added.some((story) => story.categoryId !== null && story.categoryId !== categoryId)
    );
  });
}

/** The changes that put the stories into this section in this order. Leaves out stories that need no change. */
export function arrangeBoard<S extends Arranged>(section: Section, stories: readonly S[], all: readonly Section[]) {
  const times = stories.map(({ boardAt }) => boardAt.getTime()).sort((a, b) => b - a);
  const changes: { story: S; change: Change }[] = [];
  let previous = Number.POSITIVE_INFINITY;
  for (const [place, story] of stories.entries()) {
    const time = Math.min(times[place] as number, previous - 1); // one time per story, so the place exists
    previous = time;
    const moved = story.categoryId !== section.id;
    if (!moved && time === story.boardAt.getTime()) continue;
    const label = moved ? labelIn(section, story, all) : { subCategoryId: story.subCategoryId, submenu: story.submenu };
    changes.push({ story, change: { boardAt: new Date(time), categoryId: section.id, ...label } });
  }
  return changes;
}

// A story that changes its category keeps the name of its sub-category: it gets the new category's sub-category of that
// name, or the name as a label under 'Others'.
function labelIn(section: Section, story: Arranged, all: readonly Section[]) {
  const current = all.flatMap(({ sub_categories }) => sub_categories).find(({ id }) => id === story.subCategoryId);
  const name = current?.name ?? story.submenu;
  const match = name === null || name === undefined ? undefined : findSubBySlug(section, name);
  return match && match !== othersName
    ? { subCategoryId: match.id, submenu: null }
    : { subCategoryId: null, submenu: name ?? null };
}
