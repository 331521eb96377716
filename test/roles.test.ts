import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { storyStatuses } from '#src/news/story-fields.contract.ts';
import { changes, steps } from '#src/news/story-states.rules.ts';
import { accountRoles, who } from '#src/rules/roles.rules.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const roles = ['visitor', ...accountRoles] as const;
const audiences = table(
  ['audience', ...roles],
  Object.entries(who).map(([audience, allowed]) => [
    audience,
    ...roles.map((role) => ((allowed as readonly string[]).includes(role) ? 'yes' : '')),
  ]),
);
const states = table(
  ['from', ...storyStatuses],
  (['new', ...storyStatuses] as const).map((from) => [
    from,
    ...storyStatuses.map((to) => (from === to ? `(${changes[to]})` : (steps[from][to] ?? ''))),
  ]),
);

test('docs/roles.md shows the permission table and the steps of a story as they are', async () => {
  const document = await readFile('docs/roles.md', 'utf8');
  expect(document).toContain(audiences);
  expect(document).toContain(states);
});
