import type { ReceivedFile } from '#src/calls/call.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { isSameEmail, parseEmail } from '../email.rules.ts';
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
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { allowEmailChange, mailWelcome, orEmailTaken, requestEmailChange, requireFreeEmail } from './email.service.ts';
import { hashPassword, newPasswordFault, passwordPolicy } from './passwords.ts';
import { personOf } from './person.ts';
import { storePortrait } from './portraits.ts';
import { createUser, type NewUser, type User, updateUser } from './users.queries.ts';

export interface Registration extends RegistrationForm {
  consent?: string | undefined;
  profile_image?: ReceivedFile | undefined;
}

/**
 * Opens an account, whose address is unconfirmed until the link that is mailed to it was followed. Throws `invalid` with
 * every fault, or `conflict` when the e-mail is taken.
 */
export async function register(ctx: Context, form: Registration): Promise<void> {
  const faults = checkRegistration(form, passwordPolicy(ctx), ctx.now());
  const password = newPasswordFault(ctx, form.password, form);
  if (password) faults.password = password;
  if (form.consent !== undefined && form.consent !== consentVersion) faults.consent = { key: 'accounts.noticeChanged' };
  throwFaults(faults);
  const mobile = parseMobile(form.mobile);
  const profileImage = form.profile_image ? await storePortrait(ctx, form.profile_image) : null;
  const user: NewUser = {
    name: form.name.trim(),
    email: storedEmail(form.email),
    dob: form.dob,
    mobile: mobile ? mobileText(mobile) : null,
    passwordHash: await hashPassword(form.password),
    profileImage,
    consentVersion: form.consent ?? null,
  };
  try {
    const created = await ctx.db.transaction(async (tx) => {
      const created = await createUser(tx, user);
      await requireFreeEmail(ctx, tx, created);
      return created;
    });
    ctx.log.info({ person: created.id }, 'registered');
    await mailWelcome(ctx, created);
  } catch (error) {
    if (profileImage) await ctx.files.remove(`open/${profileImage}`);
    throw orEmailTaken(error);
  }
}

/** The account behind the token. */
export async function getOwnPerson(ctx: Context): Promise<Person> {
  return personOf(ctx, await getCurrentUser(ctx), signedIn(ctx).role);
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
 * Changes one's own profile. Another e-mail waits until the link in its mailbox is followed; asking for it needs a
 * recent password, without which nothing changes. `withMobile` is off in the newsroom's form. Throws `invalid` with
 * every fault, `forbidden`, or `conflict` when the e-mail is taken.
 */
export async function changeProfile(ctx: Context, change: ProfileChange, withMobile: boolean): Promise<Person> {
  const user = await getCurrentUser(ctx);
  const { name = '', email = '', mobile: sentMobile = user.mobile ?? '' } = change;
  throwFaults(checkPerson({ name, email, mobile: sentMobile }, withMobile));
  const address = storedEmail(email);
  if (isNewEmail(user, address)) await allowEmailChange(ctx, user, address);
  const mobile = withMobile ? parseMobile(sentMobile) : undefined;
  const portrait = change.profile_image
    ? await storePortrait(ctx, change.profile_image)
    : change.remove_image
      ? null
      : undefined;
  const values = { name: name.trim(), profileImage: portrait, ...(mobile && { mobile: mobileText(mobile) }) };
  const write = ctx.db.transaction(async (tx) => {
    const before = await lockCurrentUser(ctx, tx);
    const changed = (await updateUser(tx, user.id, values, ctx.now())) ?? before;
    // Asked of the account as it was when the password was looked at: what has changed meanwhile was asked by another.
    const asks = isNewEmail(user, address) && isNewEmail(before, address);
    return { before, changed: asks ? await requestEmailChange(ctx, tx, changed, address) : changed };
  });
  const { before, changed } = await write.catch(async (error) => {
    if (portrait) await ctx.files.remove(`open/${portrait}`);
    throw orEmailTaken(error);
  });
  if (before.profileImage && before.profileImage !== changed.profileImage)
    await ctx.files.remove(`open/${before.profileImage}`);
  return personOf(ctx, changed, signedIn(ctx).role);
}

/** Whether an address is neither the account's nor the one that has been asked for. */
const isNewEmail = ({ email, pendingEmail }: User, address: string) =>
  !isSameEmail(email, address) && !(pendingEmail && isSameEmail(pendingEmail, address));

const storedEmail = (typed: string) => parseEmail(typed) ?? ''; // has been checked: never empty

/** Throws `invalid` when there are any. */
export function throwFaults(faults: PersonFaults): void {
  const found = Object.entries(faults).filter(([, fault]) => fault !== undefined);
  if (found.length) throw invalid(Object.fromEntries(found));
}
