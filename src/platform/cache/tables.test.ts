import { expect, test } from 'vitest';
import { tablesIn } from './tables.ts';

const tables = new Set(['stories', 'pictures', 'users']);

test.each([
  [
    'select "id" from "stories" left join "pictures" on "pictures"."id" = "stories"."picture_id"',
    ['stories', 'pictures'],
  ],
  ['SELECT count(*) FROM users', ['users']],
  ['SELECT 1 FROM "categories" CROSS JOIN LATERAL (SELECT id FROM stories) AS top', ['stories']],
  ['select now()', []],
])('%s reads %j', (query, read) => {
  expect([...tablesIn([query], tables)].sort()).toEqual(read.sort());
});
