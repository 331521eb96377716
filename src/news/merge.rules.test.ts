import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeStories, mergeTexts } from './merge.rules.ts';
import { emptyStoryForm, type StoryForm } from './story-fields.contract.ts';

const base: StoryForm = {
  ...emptyStoryForm,
  news_title: 'Ferry late',
  news_description: 'One.\n\nTwo.\n\nThree.',
  news_category: 'Sports News',
  news_sub_category: 'Cricket',
};
const merge = (theirs: Partial<StoryForm>, mine: Partial<StoryForm>) =>
  mergeStories(base, { ...base, ...theirs }, { ...base, ...mine });

describe('a merge', () => {
  test('takes the changes of both sides to different fields', () => {
    expect(merge({ news_title: 'Ferry early' }, { author: 'Asha Rao' })).toEqual({
      form: { ...base, news_title: 'Ferry early', author: 'Asha Rao' },
      conflicts: [],
      changedBy: { mine: ['author'], theirs: ['news_title'] },
    });
  });

  test('takes the changes of both sides to adjacent paragraphs', () => {
    const { form, conflicts } = merge(
      { news_description: 'One.\n\nTwo, twice.\n\nThree.' },
      { news_description: 'One.\n\nTwo.\n\nThree.\n\nFour.' },
    );
    expect([form.news_description, conflicts]).toEqual(['One.\n\nTwo, twice.\n\nThree.\n\nFour.', []]);
  });

  test('conflicts if both sides change the same paragraph or add one at the same place', () => {
    for (const [theirs, mine] of [
      ['One.\n\n2.\n\nThree.', 'One.\n\nII.\n\nThree.'],
      ['One.\n\nTwo.\n\nThree.\n\n4.', 'One.\n\nTwo.\n\nThree.\n\nIV.'],
      ['One.\n\nThree.', 'One.\n\nII.\n\nThree.'],
    ] as const)
      expect(merge({ news_description: theirs }, { news_description: mine }).conflicts).toEqual(['news_description']);
  });

  test('takes the chosen side of a conflict, with the other changes of both', () => {
    const theirs = { ...base, news_title: 'Theirs', news_description: '1.\n\nTwo.\n\n3.' };
    const mine = { ...base, news_title: 'Mine', news_description: 'I.\n\nTwo.\n\nThree.\n\nIV.' };
    expect(mergeStories(base, theirs, mine).conflicts).toEqual(['news_title', 'news_description']);
    const chosen = mergeStories(base, theirs, mine, { news_title: 'theirs', news_description: 'mine' });
    expect(chosen.form).toMatchObject({ news_title: 'Theirs', news_description: 'I.\n\nTwo.\n\nThree.\n\nIV.' });
    const other = mergeStories(base, { ...theirs, news_description: '1.\n\nTwo.\n\nThree.' }, mine, {
      news_description: 'theirs',
    });
    expect(other.form.news_description).toBe('1.\n\nTwo.\n\nThree.\n\nIV.');
  });

  test('has no conflict if both sides make the same change, or the same differently typed', () => {
    expect(merge({ news_title: 'Late' }, { news_title: ' Late ' })).toMatchObject({ conflicts: [] });
    expect(merge({}, { image_width: '400', news_category: 'sports-news', news_submenu: 'left over' })).toEqual({
      form: base,
      conflicts: [],
      changedBy: { mine: [], theirs: [] },
    });
  });

  test('treats category and sub-category, and status and time, as one', () => {
    const moved = merge({ news_category: 'India', news_sub_category: 'Cities' }, { news_sub_category: 'Hockey' });
    expect(moved.conflicts).toEqual(['news_category']);
    const at = '2026-12-01T00:00:00.000Z';
    expect(merge({ status: 'scheduled', publish_at: at }, { status: 'draft' }).conflicts).toEqual(['status']);
    expect(merge({ status: 'scheduled', publish_at: at }, { news_title: 'x' }).form).toMatchObject({
      status: 'scheduled',
      publish_at: at,
    });
  });

  test('without a base is a conflict in each difference', () => {
    const mine = { ...base, news_title: 'Mine', news_description: 'One.\n\nTwo.' };
    expect(mergeStories(undefined, base, mine).conflicts).toEqual(['news_title', 'news_description']);
  });

  test('of texts with many repeated paragraphs takes no time', () => {
    const many = 'a\n\n'.repeat(60_000);
    expect(mergeTexts(many, `${many}b`, `c${many}`)).toMatchObject({ isConflict: true });
  });

  test('without a conflict has every paragraph that either side has added, and none that one has deleted', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-f]{1,6}$/), { minLength: 1, maxLength: 6 });
    const edit = fc.record({ drop: fc.nat(5), insert: fc.nat(6) });
    fc.assert(
      fc.property(words, edit, edit, (before, theirEdit, myEdit) => {
        const change = (name: string, { drop, insert }: { drop: number; insert: number }) =>
          before.filter((_, index) => index !== drop).toSpliced(insert, 0, name);
        const join = (lines: string[]) => lines.join('\n\n');
        const [theirs, mine] = [change('THEIRS', theirEdit), change('MINE', myEdit)];
        const { text, isConflict } = mergeTexts(join(before), join(theirs), join(mine));
        if (isConflict) return;
        expect(text).toContain('THEIRS');
        expect(text).toContain('MINE');
        const left = before.filter((word) => theirs.includes(word) && mine.includes(word));
        expect(text.split(/\n{2,}/).toSorted()).toEqual(['MINE', 'THEIRS', ...left].toSorted());
      }),
    );
  });
});
