import { expect, test } from 'vitest';
import { z } from 'zod';
import { fileField } from './call.ts';
import { findOverlong, jsonBytes, lengthLimitsOf } from './length-limits.ts';

const Form = z.object({
  title: z.string().trim().min(1, 'errors.required').max(5, 'board.titleTooLong'),
  kind: z.enum(['a', 'b']).optional(),
  tags: z.array(z.object({ name: z.string().max(3) })).max(2),
  size: z.union([z.string().max(4), z.number()]).optional(),
  day: z.preprocess((value) => value, z.iso.date().optional()),
  remove: z.stringbool().optional(),
  picture: fileField('picture').optional(),
  values: z.record(z.string(), z.number()).meta({ maxEntries: 2 }),
  content: z.unknown().meta({ maxBytes: 1000 }),
});
const bounds = lengthLimitsOf(Form, 'form');

test.each([
  ['a text without a length', z.object({ text: z.string() }), 'form.text: length'],
  ['a pattern alone', z.object({ text: z.string().regex(/^a+$/) }), 'form.text: length'],
  ['an e-mail', z.object({ text: z.email() }), 'form.text: length'],
  ['a list without a length', z.object({ list: z.array(z.number()) }), 'form.list: length'],
  ['a text in a list', z.array(z.string()).max(3), 'form[]: length'],
  ['a text behind a preparation', z.preprocess((value) => value, z.string().optional()), 'form: length'],
  ['a record', z.record(z.string(), z.number()), 'form: number of entries'],
  ['a value of unknown shape', z.object({ content: z.unknown() }), 'form.content: size'],
  ['a shape of which nothing is known', z.custom<string>(), 'form: a custom'],
])('lengthLimitsOf throws for %s', (_, schema, why) => {
  expect(() => lengthLimitsOf(schema, 'form')).toThrow(`${why} has no bound`);
});

test('findOverlong returns path, limit and message of each value that is too long', () => {
  const value = {
    title: 'x'.repeat(6),
    tags: [{ name: 'abc' }, { name: 'abcd' }],
    size: 'x'.repeat(41),
    kind: 'a'.repeat(41),
    values: { a: 1, b: 2, c: 3 },
    unknown: 'x'.repeat(1000),
  };
  expect(findOverlong(bounds, value)).toEqual([
    { field: 'title', max: 5, message: 'board.titleTooLong' },
    { field: 'kind', max: 40, message: undefined },
    { field: 'tags.1.name', max: 3, message: undefined },
    { field: 'size', max: 4, message: undefined },
    { field: 'values', max: 2, message: undefined },
  ]);
  expect(findOverlong(bounds, { ...value, tags: [{}, {}, {}] })).toContainEqual({
    field: 'tags',
    max: 2,
    message: undefined,
  });
});

test('findOverlong ignores values that fit or have another type', () => {
  expect(findOverlong(bounds, { title: 'x', tags: [{ name: 'a' }], size: 12345, values: { a: 1 } })).toEqual([]);
  for (const value of [null, undefined, 'text', 3, [], { tags: 'no list', values: null, title: 7 }])
    expect(findOverlong(bounds, value)).toEqual([]);
});

test('jsonBytes allows for the longest values in their longest JSON encoding', () => {
  const longest = {
    title: '\u0001'.repeat(5),
    kind: 'b',
    tags: [{ name: '\u0001'.repeat(3) }, { name: '\u0001'.repeat(3) }],
    size: '\u0001'.repeat(4),
    day: '2026-11-22',
    remove: 'false',
    values: { a: -1.7976931348623157e308, b: -1.7976931348623157e308 },
    content: 'x'.repeat(998),
  };
  expect(JSON.stringify(longest, null, 1).length).toBeLessThanOrEqual(jsonBytes(bounds));
});
