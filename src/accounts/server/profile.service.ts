import type { ReceivedFile } from '#src/calls/call.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { brokenConstraint, type Db } from '#src/platform/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { passwordMinLength } from '../accounts.settings.ts';
import {
  checkPerson,
  checkRegistration,
  mobileText,
  type PersonFaults,
  parseMobile,
  type RegistrationForm,
} from '../people.rules.ts';
import { consentVersion } from '../profile.contract.ts';
import type { Person } from '../sessions.contract.ts';
import { isHeldForAnother, withdrawLinks } from './links.queries.ts';
import { makeLink, spendLink } from './mailed-links.ts';
import { hashPassword, newPasswordFault } from './passwords.ts';
import { personOf } from './person.ts';
import { storePortrait } from './portraits.ts';
import { endSessions, findLiveSession } from './sessions.queries.ts';
import { createUser, findUser, lockUser, type NewUser, type User, updateUser } from './users.queries.ts';

const registrations: Limit = { name: 'register', attempts: 300, perSeconds: 3600 };

export interface Registration extends RegistrationForm {
  consent?: string | undefined;
  profile_image?: ReceivedFile | undefined;
}

/** Opens an account. Throws `invalid` with every fault, or `conflict` when the e-mail is taken. */
export async function register(ctx: Context, form: Registration, address: string): Promise<void> {
  const faults = checkRegistration(form, ctx.settings.get(passwordMinLength), ctx.now());
  const password = newPasswordFault(ctx, form.password);
  if (password) faults.password = password;
  if (form.consent !== undefined && form.consent !== consentVersion) faults.consent = { key: 'accounts.noticeChanged' };
  throwFaults(faults);
  await ctx.limits.count(registrations, address);
  const mobile = parseMobile(form.mobile);
  const profileImage = form.profile_image ? await storePortrait(ctx, form.profile_image) : null;
  const user: NewUser = {
    name: form.name.trim(),
    email: form.email.trim(),
    dob: form.dob,
    mobile: mobile ? mobileText(mobile) : null,
    passwordHash: await hashPassword(form.password),
    profileImage,
    consentVersion: form.consent ?? null,
  };
  try {
    const { id } = await ctx.db.transaction(async (tx) => {
      const created = await createUser(tx, user);
      await requireFreeEmail(ctx, tx, created);
      return created;
    });
    ctx.log.info({ person: id }, 'registered');
  } catch (error) {
    if (profileImage) await ctx.files.remove(`open/${profileImage}`);
    throw orEmailTaken(error);
  }
}

/** The account behind the token. */
export async function getOwnPerson(ctx: Context): Promise<Person> {
  return personOf(await ownUser(ctx), signedIn(ctx).role, ctx.now());
}

export async function getAdminProfile(ctx: Context, id: number): Promise<Person> {
  if (signedIn(ctx).userId !== id) throw new AppError('forbidden', 'errors.forbidden');
  return getOwnPerson(ctx);
}

export interface ProfileChange {
  name?: string | undefined;
  email?: string | undefined;
  mobile?: string | undefined;
  profile_image?: ReceivedFile | undefined;
  remove_image?: boolean | undefined;
}

/**
 * Changes one's own profile. A new e-mail holds at once; the old address is told, with a link that takes it back.
 * `withMobile` is off in the newsroom's form. Throws `invalid` with every fault, or `conflict` when the e-mail is taken.
 */
export async function changeProfile(ctx: Context, change: ProfileChange, withMobile: boolean): Promise<Person> {
  const user = await ownUser(ctx);
  const { name = '', email = '', mobile: sentMobile = user.mobile ?? '' } = change;
  throwFaults(checkPerson({ name, email, mobile: sentMobile }, withMobile));
  const mobile = withMobile ? parseMobile(sentMobile) : undefined;
  const portrait = change.profile_image
    ? await storePortrait(ctx, change.profile_image)
    : change.remove_image
      ? null
      : undefined;
  const values = {
    name: name.trim(),
    email: email.trim(),
    profileImage: portrait,
    ...(mobile && { mobile: mobileText(mobile) }),
  };
  const write = ctx.db.transaction(async (tx) => {
    const before = (await lockUser(tx, user.id)) ?? user;
    const changed = (await updateUser(tx, user.id, values, ctx.now())) ?? before;
    if (values.email.toLowerCase() !== before.email.toLowerCase()) await moveEmail(ctx, tx, before, values.email);
    return { before, changed };
  });
  const { before, changed } = await write.catch(async (error) => {
    if (portrait) await ctx.files.remove(`open/${portrait}`);
    throw orEmailTaken(error);
  });
  if (before.profileImage && before.profileImage !== changed.profileImage)
    await ctx.files.remove(`open/${before.profileImage}`);
  return personOf(changed, signedIn(ctx).role, ctx.now());
}

/**
 * Tells the old address, and takes its worth from what was mailed there to set a password. The account is locked, so who
 * takes his e-mail back waits for this change, or it waited for him: then the session has ended with that.
 */
async function moveEmail(ctx: Context, tx: Db, user: User, email: string) {
  if (!(await findLiveSession(tx, signedIn(ctx).sessionId, ctx.now())))
    throw new AppError('unauthenticated', 'errors.sessionExpired');
  await requireFreeEmail(ctx, tx, { id: user.id, email });
  await withdrawLinks(tx, user.id, 'reset_password', ctx.now());
  await tellOldAddress(ctx, tx, user, email);
}

async function tellOldAddress(ctx: Context, tx: Db, user: User, newEmail: string) {
  const link = await makeLink(ctx, tx, user.id, 'take_email_back', { email: user.email });
  const { text } = ctx;
  await sendMail(ctx, tx, {
    to: user.email,
    subject: text('mails.emailChangedSubject'),
    body: text('mails.emailChanged', { name: user.name, email: newEmail, link }),
  });
}

/**
 * Puts the old e-mail back and ends every session, with all that a thief could come back by: links to set a password,
 * and those that take back what he changed afterwards. Throws `gone` for a link that was used or has run out.
 */
export async function takeEmailBack(ctx: Context, token: string): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const link = await spendLink(ctx, tx, 'take_email_back', token);
    const email = link.data.email as string; // every link of this purpose is made with one
    await updateUser(tx, link.userId, { email }, now).catch((error) => {
      throw orEmailTaken(error);
    });
    await withdrawLinks(tx, link.userId, 'reset_password', now);
    await withdrawLinks(tx, link.userId, 'take_email_back', now, link.id);
    await endSessions(tx, link.userId, now);
  });
}

export async function ownUser(ctx: Context): Promise<User> {
  const user = await findUser(ctx.db, signedIn(ctx).userId);
  if (!user) throw new AppError('unauthenticated', 'errors.sessionExpired');
  return user;
}

/** Throws `invalid` when there are any. */
export function throwFaults(faults: PersonFaults): void {
  const found = Object.entries(faults).filter(([, fault]) => fault !== undefined);
  if (found.length) throw invalid(Object.fromEntries(found));
}

/**
 * An address that its owner can still take back is nobody else's. Asked after the address has been written: who writes
 * it while it is given up waits there until the link that holds it can be seen.
 */
async function requireFreeEmail(ctx: Context, tx: Db, { id, email }: Pick<User, 'id' | 'email'>) {
  if (await isHeldForAnother(tx, email, id, ctx.now())) throw emailTaken();
}

const emailTaken = () =>
  new AppError('conflict', 'accounts.emailTaken', { fields: { email: { key: 'accounts.emailTaken' } } });

const orEmailTaken = (error: unknown) => (brokenConstraint(error) === 'users_email_key' ? emailTaken() : error);
