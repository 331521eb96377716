// Three-way merge of a story that several people have changed: by field, and the text by paragraph. Where only one side
// has changed something since the common base, that change is taken; where both have, they conflict.
import { diff3Merge } from 'node-diff3';
import { othersName, slugOf } from './categories.rules.ts';
import { sizeNumber, storyNumber } from './stories.rules.ts';
import { emptyStoryForm, type StoryForm } from './story-fields.contract.ts';

type Name = keyof StoryForm;
export type Side = 'mine' | 'theirs';

// Fields that mean something only together. A unit is called by its first field.
const groups: Name[][] = [
  ['news_category', 'news_sub_category', 'news_submenu'],
  ['status', 'publish_at'],
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
      unit.some((field) => !isSame(field, one[field], other[field]));
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

// The paragraphs and what separates them, so that changes of two adjacent paragraphs do not touch.
const paragraphs = (text: string) => text.split(/(\n{2,})/);

// The time is quadratic in repeated paragraphs. The longest stories of large newspapers have some 300.
const maxParagraphs = 3000;

/** Merges two texts by paragraph. `side` is taken for the paragraphs that both have changed. */
export function mergeTexts(
  base: string,
  theirs: string,
  mine: string,
  side: Side = 'mine',
): { text: string; isConflict: boolean } {
  const [before, them, me] = [paragraphs(base), paragraphs(theirs), paragraphs(mine)];
  if (Math.max(before.length, them.length, me.length) > maxParagraphs)
    return { text: side === 'mine' ? mine : theirs, isConflict: true };
  const regions = diff3Merge<string>(me, before, them, { excludeFalseConflicts: true });
  const parts = regions.flatMap(({ ok, conflict }) => ok ?? (side === 'mine' ? conflict?.a : conflict?.b) ?? []);
  return { text: parts.join('').trim(), isConflict: regions.some(({ conflict }) => conflict) };
}

const isSame = (name: Name, one: string | number, other: string | number) =>
  name === 'news_category' || name === 'news_sub_category'
    ? slugOf(String(one)) === slugOf(String(other))
    : one === other;

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
    news_submenu: isOthers ? trimmed.news_submenu : '',
    version_of: String(storyNumber(trimmed.version_of) ?? trimmed.version_of),
    publish_at: trimmed.status !== 'scheduled' || Number.isNaN(at.getTime()) ? '' : at.toISOString(),
  };
}
