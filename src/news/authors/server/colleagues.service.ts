import { getStaff } from '#src/accounts/people/server/users.service.ts';
import type { Context } from '#src/platform/context.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';

/** The users who may write stories, by name. */
export const getColleagues = async (ctx: Context) =>
  (await getStaff(ctx))
    .filter(({ role }) => isAllowed(role, 'writers'))
    .map(({ id, name }) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
