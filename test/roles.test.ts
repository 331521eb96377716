import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { currentUserView } from '#src/accounts/users/server/user-view.service.ts';
import { storyStatuses } from '#src/news/schema/story-fields.contract.ts';
import { changes, steps } from '#src/news/stories/story-states.rules.ts';
import { accountRoles, who } from '#src/rules/roles.rules.ts';
import { submissionView } from '#src/submissions/submission/server/submission-view.service.ts';

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

// Of a submission that is approved: only its fields differ between those who may read the same thing.
const viewers = [...roles.slice(0, 2), 'author', ...roles.slice(2)] as const;
const signedUrls = { sign: async () => 'signature' };
const file = { name: 'file', format: 'pdf' };
const submission = { submission: { authorId: 1, publicId: 'essay', receivedAt: new Date(), updatedAt: new Date() } };
const documents = { essay: { ...file, kind: 'essay' }, bonafide: { ...file, kind: 'bonafide' } };
const seenBy = async (viewer: string): Promise<Record<string, unknown>> => {
  const role = viewer === 'author' ? 'reader' : viewer;
  const actor = { role, userId: viewer === 'author' ? 1 : 2, sessionId: '' };
  return submissionView({ actor, signedUrls, now: Date } as never, { ...submission, ...documents } as never);
};

async function fieldsTable() {
  const seen = await Promise.all(viewers.map(seenBy));
  const restricted = ['email', 'mobile_number', 'bonafide_file'];
  const isSeen = (view: Record<string, unknown>, field: string) => view[field] !== null;
  // A field that others begin to hide must get a row.
  const hidden = Object.keys(seen[0] ?? {}).filter(
    (field) => new Set(seen.map((view) => isSeen(view, field))).size > 1,
  );
  expect(hidden.sort()).toEqual(restricted.toSorted());
  return table(
    ['field', ...viewers],
    restricted.map((field) => [field, ...seen.map((view) => (isSeen(view, field) ? 'yes' : ''))]),
  );
}

test('docs/roles.md shows which fields of a submission somebody sees', async () => {
  expect(await readFile('docs/roles.md', 'utf8')).toContain(await fieldsTable());
});

test('a session of the newsroom has no mobile number of its user', () => {
  const user = { mobile: '+919876543210', dob: null, totpSecret: null, passkeyCount: 0 } as never;
  const ctx = { settings: { get: () => 'off' }, now: () => new Date() } as never;
  const seen = accountRoles.filter((role) => currentUserView(ctx, user, role).mobile !== null);
  expect(seen).toEqual(['reader']);
});

test('docs/roles.md shows the permission table and the steps of a story as they are', async () => {
  const document = await readFile('docs/roles.md', 'utf8');
  expect(document).toContain(audiences);
  expect(document).toContain(states);
});
