// Three-way merge of a story that several people have changed: by field, and the text by paragraph. Where only one side
// has changed something since the common base, that change is taken; where both have, they conflict.
import { diffArrays } from 'diff';
import { authorRefs } from '#src/news/authors/authors.rules.ts';
import { othersName, slugOf } from '#src/news/categories/categories.rules.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { emptyStoryForm, type StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { seriesPart, topicNames } from '#src/news/topics/topics.rules.ts';
import { percentNumber } from '#src/rules/focal-point.rules.ts';
import { sizeNumber, storyNumber } from './stories.rules.ts';

type Name = keyof StoryForm;
export type Side = 'mine' | 'theirs';

// Fields that are merged together. A unit is named after its first field.
const groups: Name[][] = [
  ['news_category', 'news_sub_category', 'news_submenu'],
  ['status', 'publish_at'],
  ['image_focus_x', 'image_focus_y'],
  ['author', 'authors'],
  ['series', 'series_part'],
];
const grouped = new Set(groups.flat());
const units: Name[][] = (Object.keys(emptyStoryForm) as Name[]).flatMap((name) => {
  const group = groups.find(([first]) => first === name);
  return group ? [group] : grouped.has(name) ? [] : [[name]];
});

/** The fields of a unit. */
export const unitFields = (unit: Name): Name[] => groups.find(([first]) => first === unit) ?? [unit];

export interface Merge {
  form: StoryForm;
  /** Units that both sides have changed differently. */
  conflicts: Name[];
  /** Units with a change of each side in the merged form. */
  changedBy: Record<Side, Name[]>;
}

/**
 * Merges two forms that began with `base`; without a base, every difference is a conflict. A conflict takes the side
 * that `choices` names, or else mine.
 */
export function mergeStories(
  base: StoryForm | undefined,
  theirs: StoryForm,
  mine: StoryForm,
  choices: Partial<Record<Name, Side>> = {},
): Merge {
  const sides = { base: base && asStored(base), theirs: asStored(theirs), mine: asStored(mine) };
  const merge: Merge = { form: { ...sides.theirs }, conflicts: [], changedBy: { mine: [], theirs: [] } };
  for (const unit of units) {
    const [name = 'news_title'] = unit; // no unit is empty
    const differs = (one: StoryForm, other: StoryForm) =>
      unit.some((field) => !isSame(field, meaningOf(field, one), meaningOf(field, other)));
    if (!differs(sides.mine, sides.theirs)) continue;
    const byMe = !sides.base || differs(sides.mine, sides.base);
    const byThem = !sides.base || differs(sides.theirs, sides.base);
    const side = choices[name] ?? 'mine';
    if (byMe) merge.changedBy.mine.push(name);
    if (byThem) merge.changedBy.theirs.push(name);
    if (byMe && byThem && name === 'news_description' && sides.base) {
      const { text, isConflict } = mergeTexts(sides.base[name], sides.theirs[name], sides.mine[name], side);
      merge.form[name] = text;
      if (isConflict) merge.conflicts.push(name);
      continue;
    }
    if (byMe && byThem) merge.conflicts.push(name);
    if (byMe && (!byThem || side === 'mine'))
      Object.assign(merge.form, Object.fromEntries(unit.map((field) => [field, sides.mine[field]])));
  }
  return merge;
}

// Each paragraph with the blank lines after it.
const paragraphs = (text: string) => `${text}\n\n`.split(/(?<=\n\n)(?!\n)/);

// The longest stories of large newspapers have some 150.
const maxParagraphs = 3000;
// Removed and added paragraphs of one side. The time is quadratic in them: 40 ms at most, in the server's event loop too.
const maxChanged = 600;

/** Paragraphs of the base from `start` to `end` that one side has replaced. */
interface Hunk {
  side: Side;
  start: number;
  end: number;
  by: string[];
}

/** Merges two texts by paragraph. `side` is taken for the paragraphs that both have changed. */
export function mergeTexts(
  base: string,
  theirs: string,
  mine: string,
  side: Side = 'mine',
): { text: string; isConflict: boolean } {
  const before = paragraphs(base);
  const [byThem, byMe] = [hunksOf(before, theirs, 'theirs'), hunksOf(before, mine, 'mine')];
  if (!byThem || !byMe) return { text: side === 'mine' ? mine : theirs, isConflict: true };
  const parts: string[] = [];
  let [at, isConflict] = [0, false];
  for (const region of regionsOf([...byThem, ...byMe], before.length)) {
    const start = Math.min(...region.map((hunk) => hunk.start));
    const end = Math.max(...region.map((hunk) => hunk.end));
    const textBy = (one: Side) =>
      replaced(
        before,
        region.filter((hunk) => hunk.side === one),
        start,
        end,
      );
    const isShared = region.some((hunk) => hunk.side !== region[0]?.side);
    if (isShared && textBy('mine') !== textBy('theirs')) isConflict = true;
    parts.push(...before.slice(at, start), textBy(isShared ? side : (region[0]?.side ?? side)));
    at = end;
  }
  return { text: [...parts, ...before.slice(at)].join('').trim(), isConflict };
}

/** What one side has changed; undefined if it is too much. */
function hunksOf(before: string[], text: string, side: Side): Hunk[] | undefined {
  const after = paragraphs(text);
  if (Math.max(before.length, after.length) > maxParagraphs) return undefined;
  const changes = diffArrays(before, after, { maxEditLength: maxChanged });
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { added, removed, value } of changes ?? []) {
    const last = hunks.at(-1);
    const hunk = last?.end === at ? last : { side, start: at, end: at, by: [] };
    if (hunk !== last && (added || removed)) hunks.push(hunk);
    if (added) hunk.by.push(...value);
    else at += value.length;
    if (removed) hunk.end = at;
  }
  return changes && hunks;
}

/** The hunks of both sides, grouped where they touch. */
function regionsOf(hunks: Hunk[], length: number): Hunk[][] {
  const regions: Hunk[][] = [];
  for (const hunk of hunks.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const region = regions.at(-1);
    if (region?.some((other) => touches(other, hunk, length))) region.push(hunk);
    else regions.push([hunk]);
  }
  return regions;
}

// The place of a paragraph that is added beside a rewritten one is clear. It is not beside added or deleted ones, nor
// at the end of the text, to which both sides may have added.
function touches(one: Hunk, next: Hunk, length: number): boolean {
  const isInsertion = (hunk: Hunk) => hunk.start === hunk.end;
  const isRewrite = (hunk: Hunk) => !isInsertion(hunk) && hunk.by.length === hunk.end - hunk.start;
  if (next.start !== one.end) return next.start < one.end;
  const isClear = (isRewrite(one) || isRewrite(next)) && next.start < length;
  return (isInsertion(one) || isInsertion(next)) && !isClear;
}

function replaced(before: string[], hunks: Hunk[], start: number, end: number): string {
  const parts: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    parts.push(...before.slice(at, hunk.start), ...hunk.by);
    at = hunk.end;
  }
  return [...parts, ...before.slice(at, end)].join('');
}

// The byline follows from the authors: to rename one is no change of the story.
const meaningOf = (name: Name, form: StoryForm) => (name === 'author' && form.authors ? '' : form[name]);

function isSame(name: Name, one: string | number, other: string | number): boolean {
  const slugs = (value: string | number) => topicNames(String(value)).map(nameSlug).join();
  if (name === 'topics') return slugs(one) === slugs(other);
  if (name === 'news_category' || name === 'news_sub_category') return slugOf(String(one)) === slugOf(String(other));
  return one === other;
}

/** The values of a form as they would be stored, so that what is typed differently but means the same is equal. */
export function asStored(form: StoryForm): StoryForm {
  const trimmed = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value,
    ]),
  ) as StoryForm; // has each name
  const at = new Date(trimmed.publish_at);
  const isOthers = slugOf(trimmed.news_sub_category) === slugOf(othersName);
  return {
    ...trimmed,
    image_width: sizeNumber(trimmed.image_width),
    image_height: sizeNumber(trimmed.image_height),
    image_focus_x: percentNumber(trimmed.image_focus_x),
    image_focus_y: percentNumber(trimmed.image_focus_y),
    news_submenu: isOthers ? trimmed.news_submenu : '',
    authors: authorRefs(trimmed.authors).join(','),
    topics: topicNames(trimmed.topics).join(', '),
    series: nameSlug(trimmed.series),
    series_part: String(seriesPart(trimmed.series_part) ?? trimmed.series_part),
    version_of: String(storyNumber(trimmed.version_of) ?? trimmed.version_of),
    publish_at: trimmed.status !== 'scheduled' || Number.isNaN(at.getTime()) ? '' : at.toISOString(),
  };
}
