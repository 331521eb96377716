import { randomBytes } from 'node:crypto';
import { listActs, recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { type Act, type ListedPerson, listLimit } from '../people.contract.ts';
import { requireRecentPassword } from './owner.service.ts';
import { hashPassword } from './passwords.ts';
import { hasSecondStep } from './person.ts';
import { endSessions } from './sessions.queries.ts';
import {
  createUser,
  findUserByEmail,
  hasAdmin,
  listUsers,
  lockAdmins,
  lockUser,
  type NewUser,
  type User,
  updateUser,
} from './users.queries.ts';

interface Page {
  search?: string | undefined;
  before?: number | undefined;
}

/** Accounts for the page of people, newest first. */
export async function getPeople(ctx: Context, page: Page): Promise<{ people: ListedPerson[]; more: boolean }> {
  const users = await listUsers(ctx.db, { ...page, limit: listLimit + 1 });
  return { people: users.slice(0, listLimit).map(listed), more: users.length > listLimit };
}

/** Gives somebody another role and ends his sessions, which still carry the old one. */
export const setRole = (ctx: Context, id: number, role: User['role']): Promise<ListedPerson> =>
  changePerson(ctx, id, { role }, { action: 'person.role', details: { role } }, role !== 'admin');

export const disablePerson = (ctx: Context, id: number): Promise<ListedPerson> =>
  changePerson(ctx, id, { disabledAt: ctx.now() }, { action: 'person.disabled' }, true);

export const enablePerson = (ctx: Context, id: number): Promise<ListedPerson> =>
  changePerson(ctx, id, { disabledAt: null }, { action: 'person.enabled' }, false);

interface Done {
  action: string;
  details?: Record<string, unknown>;
}

async function changePerson(
  ctx: Context,
  id: number,
  change: Partial<NewUser>,
  act: Done,
  takesRights: boolean,
): Promise<ListedPerson> {
  await requireRecentPassword(ctx);
  return ctx.db.transaction(async (tx) => {
    if (takesRights) await requireOtherAdmin(tx, id);
    const user = await lockUser(tx, id);
    if (!user || user.deletedAt) throw new AppError('not_found', 'accounts.personNotFound');
    const changed = await updateUser(tx, id, change, ctx.now());
    await endSessions(tx, id, ctx.now(), id === signedIn(ctx).userId ? signedIn(ctx).sessionId : undefined);
    await recordAct(ctx, tx, { ...act, subject: `person ${id}` });
    return listed(changed ?? user);
  });
}

/** Throws `conflict` for the last admin: somebody must be left who can give rights back. Two cannot remove each other. */
export async function requireOtherAdmin(tx: Db, id: number): Promise<void> {
  const admins = await lockAdmins(tx);
  if (admins.length === 1 && admins.includes(id)) throw new AppError('conflict', 'accounts.lastAdmin');
}

/** The log of acts, newest first. */
export async function getActs(ctx: Context, page: Page): Promise<{ acts: Act[]; more: boolean }> {
  const acts = await listActs(ctx.db, { ...page, limit: listLimit + 1 });
  return {
    acts: acts.slice(0, listLimit).map(({ id, at, actor, action, subject, details }) => ({
      id,
      at: at.toISOString(),
      actor,
      action,
      subject,
      details,
    })),
    more: acts.length > listLimit,
  };
}

/** Whether anyone can log in to the newsroom; a new database has nobody. */
export const hasNewsroom = (db: Db): Promise<boolean> => hasAdmin(db);

/** Makes the first admin where there is none; returns the login to print, with the password only when it was made up. */
export async function ensureAdmin(db: Db, email = 'admin@news-wing.local', password?: string) {
  if (await hasAdmin(db)) return undefined;
  const made = password ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(made);
  // The address may belong to a reader already; then the reader becomes the admin.
  const reader = await findUserByEmail(db, email);
  // Whoever runs the site vouches for the address.
  const values = { passwordHash, role: 'admin', emailConfirmedAt: new Date() } as const;
  if (reader) await updateUser(db, reader.id, { ...values, disabledAt: null }, new Date());
  else await createUser(db, { name: 'Editor', email, ...values });
  return { email, password: password ? undefined : made };
}

const listed = (user: User): ListedPerson => ({
  id: user.id,
  name: user.name,
  email: user.email,
  mobile: user.mobile,
  role: user.role,
  disabled: user.disabledAt !== null,
  two_step: hasSecondStep(user),
  created_at: user.createdAt.toISOString(),
});
