import type { Role } from '#src/rules/roles.rules.ts';

/** The user or visitor who performs an action. `role` is what the token grants, which may be less than the account. */
export type Actor =
  | { role: 'visitor' }
  | { role: Exclude<Role, 'visitor'>; userId: number; sessionId: string; name: string };
