// Assignments: what is planned and is not a story yet.
import { isAllowed, type Role } from '#src/rules/roles.rules.ts';

export const assignmentStates = ['open', 'doing', 'done', 'dropped'] as const;
export type AssignmentState = (typeof assignmentStates)[number];

export const whatMaxLength = 200;
export const notesMaxLength = 4000;

/** Whether the assignment is not done yet. */
export const isPending = (state: AssignmentState): boolean => state === 'open' || state === 'doing';

interface Owned {
  assigneeId: number | null;
  createdBy: number | null;
}

interface Acting {
  role: Role;
  userId: number;
}

/** The desk changes all assignments; a reporter those that he has or has created. */
export const mayChange = ({ role, userId }: Acting, { assigneeId, createdBy }: Owned): boolean =>
  isAllowed(role, 'desk') || (isAllowed(role, 'writers') && [assigneeId, createdBy].includes(userId));

/** The desk assigns to anybody; of those that he may change, a reporter takes one himself or gives his own back. */
export const mayAssign = ({ role, userId }: Acting, before: number | null, assignee: number | null): boolean =>
  isAllowed(role, 'desk') || assignee === before || assignee === userId || (assignee === null && before === userId);

/**
 * Takes over what another user has changed since `base`. Of the fields that both have changed, `both`, mine stay, so that
 * nothing typed is lost.
 */
export function mergeFields<Fields extends Record<string, string | number | null>>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): { merged: Fields; both: (keyof Fields)[] } {
  const names: (keyof Fields)[] = Object.keys(base);
  const isMine = (name: keyof Fields) => mine[name] !== base[name];
  const own = names.filter(isMine).map((name) => [name, mine[name]]);
  return {
    merged: { ...theirs, ...Object.fromEntries(own) },
    both: names.filter((name) => isMine(name) && theirs[name] !== base[name] && theirs[name] !== mine[name]),
  };
}
