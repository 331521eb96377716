import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyStoryForm, type StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { growth } from '#test/growth.ts';
import { mergeStories, mergeTexts } from './merge.rules.ts';

const longest = 1450; // paragraphs
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

  test('of texts with every paragraph changed, or repeated, does not compare the gaps between paragraphs too', () => {
    const of = (length: number, text: (index: number) => string) =>
      Array.from({ length: Math.floor(length) }, (_, n) => text(n)).join('\n\n');
    const changed = growth((length) => {
      const before = of(length, (n) => `Paragraph ${n} ${'x'.repeat(100)}`);
      const marked = (mark: string) => before.replaceAll('\n\n', `${mark}\n\n`);
      expect(mergeTexts(before, marked('!'), marked('?')).isConflict).toBe(true);
    }, longest / 4);
    const repeated = growth((length) => {
      const same = of(length, () => 'a');
      expect(mergeTexts(same, `${same}\n\nb`, `c\n\n${same}`)).toEqual({
        text: `c\n\n${same}\n\nb`,
        isConflict: false,
      });
    }, longest / 4);
    expect(changed).toBeLessThan(8);
    expect(repeated).toBeLessThan(8);
  });

  const lines = (text: string) => text.replaceAll(' ', '\n\n');
  test.each([
    ['a rewritten paragraph and one added after it', 'A B C', 'A B2 C', 'A B N C', 'A B2 N C'],
    ['a rewritten paragraph and one added before it', 'A B C', 'A B2 C', 'A N B C', 'A N B2 C'],
    ['two adjacent deletions', 'A B C D', 'A C D', 'A B D', 'A D'],
    ['the same paragraph added by both', 'A B', 'A N B', 'A N B', 'A N B'],
    ['the same in Hindi', 'क ख', 'क नि ख', 'क नि ख', 'क नि ख'],
    ['Urdu and Hindi with combining characters', 'کِتاب कि', 'کِتابیں कि', 'کِتاب की', 'کِتابیں की'],
  ])('takes %s', (_, before, theirs, mine, merged) => {
    expect(mergeTexts(lines(before), lines(theirs), lines(mine))).toEqual({ text: lines(merged), isConflict: false });
  });

  test.each([
    ['one deletes what the other rewrites', 'A B C', 'A C', 'A B2 C'],
    ['one deletes a paragraph beside which the other adds one', 'A B C', 'A C', 'A B N C'],
    ['both add the same paragraph and one rewrites the next', 'A B', 'A N B2', 'A N B'],
    ['the same letters are composed differently', 'A B', 'A \u0958', 'A \u0915\u093c'],
    ['one rewrites the end and the other adds one', 'A B', 'A B2', 'A B N'],
  ])('conflicts if %s', (_, before, theirs, mine) => {
    for (const side of ['theirs', 'mine'] as const) {
      const { text, isConflict } = mergeTexts(lines(before), lines(theirs), lines(mine), side);
      expect([text, isConflict]).toEqual([lines({ theirs, mine }[side]), true]);
    }
  });

  test('of one side alone, or of equal sides, is that side', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 }).map((all) => all.join('\n\n'));
    fc.assert(
      fc.property(text, text, text, (before, changed, other) => {
        for (const [theirs, mine] of [
          [changed, before],
          [before, changed],
          [changed, changed],
        ] as const)
          expect(mergeTexts(before, theirs, mine)).toEqual({ text: changed, isConflict: false });
        expect(mergeTexts(before, changed, other).isConflict).toBe(mergeTexts(before, other, changed).isConflict);
      }),
    );
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
