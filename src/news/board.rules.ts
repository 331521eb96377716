// The board shows each category newest first, unless an editor has arranged it. An arranged section keeps its stories'
// sorting times but hands them out in the new order, so that a story published later still comes first.
import { findBySlug } from './categories.rules.ts';

/** Shown as cards, the first of them large. */
export const gridSize = 4;

/** Listed below the cards; what is older stands on the category's own page. */
export const listSize = 8;

export const boardSize = gridSize + listSize;

interface Arranged {
  id: number;
  categoryId: number | null;
  subCategoryId: number | null;
  submenu: string | null;
  boardAt: Date;
}

interface Section {
  id: number;
  sub_categories: readonly { id: number; name: string; slug: string }[];
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
  /** As it is to be, and as it was when it was loaded. */
  ids: readonly number[];
  before: readonly number[];
}

/**
 * Whether somebody else has arranged these sections since they were loaded: a story of theirs is in another category now,
 * or they are in another order. `stories` are those that are still public.
 */
export function isRearranged(sections: readonly SavedSection[], stories: ReadonlyMap<number, Placed>): boolean {
  const all = new Set(sections.flatMap(({ before }) => before));
  return sections.some(({ categoryId, ids, before }) => {
    const loaded = before.flatMap((id) => stories.get(id) ?? []);
    const now = loaded.toSorted((a, b) => b.boardAt.getTime() - a.boardAt.getTime() || b.id - a.id);
    // What comes from none of these sections had no category.
    const added = ids.filter((id) => !all.has(id)).flatMap((id) => stories.get(id) ?? []);
    return (
      loaded.some((story, place) => story.categoryId !== categoryId || story !== now[place]) ||
      added.some((story) => story.categoryId !== null && story.categoryId !== categoryId)
    );
  });
}

/** What has to change for the stories to stand in this section in this order; stories that stay as they are are left out. */
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

// A story that changes its category keeps its sub-category's name: as the one of the same name there, or as a label
// under 'Others'.
function labelIn(section: Section, story: Arranged, all: readonly Section[]) {
  const own = all.flatMap(({ sub_categories }) => sub_categories).find(({ id }) => id === story.subCategoryId);
  const name = own?.name ?? story.submenu;
  const same = name === null || name === undefined ? undefined : findBySlug(section.sub_categories, name);
  return same ? { subCategoryId: same.id, submenu: null } : { subCategoryId: null, submenu: name ?? null };
}
