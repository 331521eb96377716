import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeBoard } from './board.rules.ts';
import { changedSections, moveCard, stepCard } from './board-layout.rules.ts';
import type { Section } from './front.contract.ts';

const story = (id: number, time: number, categoryId = 1) => ({
  id,
  categoryId,
  subCategoryId: null,
  submenu: 'x',
  boardAt: new Date(time),
});
const section = { id: 1, sub_categories: [] };

/** The order of the board after the changes are stored. */
function orderAfter(stories: ReturnType<typeof story>[]) {
  const changes = new Map(
    arrangeBoard(section, stories, [section]).map(({ story, change }) => [story.id, change.boardAt]),
  );
  const times = stories.map((entry) => ({ id: entry.id, time: (changes.get(entry.id) ?? entry.boardAt).getTime() }));
  return times.sort((a, b) => b.time - a.time).map(({ id }) => id);
}

test('any order can be stored, even of stories with the same timestamp', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1000, max: 1010 }), { maxLength: 12 }), (times) => {
      const stories = times.map((time, id) => story(id, time));
      expect(orderAfter(stories)).toEqual(stories.map(({ id }) => id));
    }),
  );
});

test('arranged stories never get a later time than the newest, so a new story comes first', () => {
  const changes = arrangeBoard(section, [story(1, 10), story(2, 30), story(3, 20)], [section]);
  expect(Math.max(...changes.map(({ change }) => change.boardAt.getTime()))).toBe(30);
});

test('stories that do not move are not changed', () => {
  expect(arrangeBoard(section, [story(1, 30), story(2, 20)], [section])).toEqual([]);
});

test('a story from another category retains its sub-category, by name or as a label', () => {
  const sport = { id: 1, sub_categories: [{ id: 11, name: 'Events', slug: 'events' }] };
  const current = {
    id: 2,
    sub_categories: [
      { id: 21, name: 'Events', slug: 'events' },
      { id: 22, name: 'Weather', slug: 'weather' },
    ],
  };
  const moved = (subCategoryId: number | null, submenu: string | null) =>
    arrangeBoard(sport, [{ ...story(1, 1, 2), subCategoryId, submenu }], [sport, current])[0]?.change;
  expect(moved(21, null)).toMatchObject({ categoryId: 1, subCategoryId: 11, submenu: null });
  expect(moved(22, null)).toMatchObject({ categoryId: 1, subCategoryId: null, submenu: 'Weather' });
  expect(moved(null, 'Chess')).toMatchObject({ categoryId: 1, subCategoryId: null, submenu: 'Chess' });
});

const card = (id: number) => ({
  id,
  title: `t${id}`,
  summary: '',
  label: null,
  language: 'en',
  publishedAt: '2026-11-23T06:30:00.000Z',
  picture: null,
});
const layout = (...sections: [string, number[]][]): Section[] =>
  sections.map(([slug, ids]) => ({
    category: { name: slug.toUpperCase(), slug },
    subs: [],
    cards: ids.map(card),
    more: false,
  }));
const ids = (sections: Section[]) => sections.map(({ cards }) => cards.map(({ id }) => id));

test('a card can be moved before or after another, or to the end of a section', () => {
  const board = layout(['a', [1, 2, 3]], ['b', []]);
  expect(ids(moveCard(board, 3, { card: 1, after: false }))).toEqual([[3, 1, 2], []]);
  expect(ids(moveCard(board, 1, { card: 2, after: true }))).toEqual([[2, 1, 3], []]);
  expect(ids(moveCard(board, 2, { section: 'b' }))).toEqual([[1, 3], [2]]);
});

test('a drop on itself, on no target, or of an unknown card changes nothing', () => {
  const board = layout(['a', [1, 2]]);
  for (const moved of [
    moveCard(board, 1, { card: 1, after: true }),
    moveCard(board, 1, { card: 9, after: true }),
    moveCard(board, 9, { section: 'a' }),
    moveCard(board, 1, { section: 'none' }),
  ])
    expect(ids(moved)).toEqual([[1, 2]]);
});

test('a card cannot be moved past either end', () => {
  const board = layout(['a', [1, 2]]);
  expect(ids(stepCard(board, 1, 1))).toEqual([[2, 1]]);
  expect(ids(stepCard(board, 1, -1))).toEqual([[1, 2]]);
});

test('only changed sections are saved, identified by slug instead of translated name', () => {
  const board = layout(['a', [1, 2]], ['b', [3]], ['c', [4]]);
  expect(changedSections(board, moveCard(board, 1, { section: 'b' }))).toEqual([
    { category: 'a', ids: [2], before: [1, 2] },
    { category: 'b', ids: [3, 1], before: [3] },
  ]);
});
