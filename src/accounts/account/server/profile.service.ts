import { isSameEmail, parseEmail } from '#src/accounts/users/email.rules.ts';
import { getCurrentUser, lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { getMyUser } from '#src/accounts/users/server/my-user.service.ts';
import { hashPassword, newPasswordError, passwordPolicy } from '#src/accounts/users/server/password-hashing.service.ts';
import { portraitKey, storePortrait } from '#src/accounts/users/server/portraits.service.ts';
import { currentUserView, isUnproven } from '#src/accounts/users/server/user-view.service.ts';
import {
  createUser,
  findUserByEmail,
  type NewUser,
  type User,
  updateUser,
} from '#src/accounts/users/server/users.queries.ts';
import type { CurrentUserView } from '#src/accounts/users/sessions.contract.ts';
import {
  checkRegistration,
  checkUserForm,
  mobileText,
  parseMobile,
  type RegistrationForm,
} from '#src/accounts/users/users.rules.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import { adoptFiles, markOrphaned, removeOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { consentVersion } from '../profile.contract.ts';
import {
  checkEmailChangeAllowed,
  emailTaken,
  mailWelcome,
  mapEmailConflict,
  requestEmailChange,
  requireFreeEmail,
} from './email.service.ts';
import { mailResetLink, resetRequest } from './passwords.jobs.ts';

export interface Registration extends RegistrationForm {
  consent?: string | undefined;
  profile_image?: ReceivedFile | undefined;
}

/**
 * Creates an account. Its address is unconfirmed until the user follows the link that is mailed to it. Throws `invalid`
 * with every error, or `conflict` if the e-mail has an account; if that account is unconfirmed, the mailbox gets a link
 * with which its owner starts over.
 */
export async function register(ctx: Context, form: Registration): Promise<void> {
  const errors = checkRegistration(form, passwordPolicy(ctx).minLength, ctx.now());
  const password = newPasswordError(ctx, form.password, form);
  if (password) errors.password = password;
  if (form.consent !== undefined && form.consent !== consentVersion) errors.consent = { key: 'accounts.noticeChanged' };
  requireValid(errors);
  const email = storedEmail(form.email);
  await requireUnregistered(ctx, email);
  const mobile = parseMobile(form.mobile);
  const profileImage = form.profile_image ? await storePortrait(ctx, form.profile_image) : null;
  const user: NewUser = {
    name: form.name.trim(),
    email,
    dob: form.dob,
    mobile: mobile ? mobileText(mobile) : null,
    passwordHash: await hashPassword(form.password),
    profileImage,
    consentVersion: form.consent ?? null,
  };
  try {
    const created = await ctx.db.transaction(async (tx) => {
      const created = await createUser(tx, user);
      if (profileImage) await adoptFiles(tx, [portraitKey(profileImage)]);
      await requireFreeEmail(ctx, tx, created);
      await mailWelcome(ctx, tx, created);
      return created;
    });
    ctx.log.info({ person: created.id }, 'registered');
  } catch (error) {
    if (profileImage) await removeOrphaned(ctx, [portraitKey(profileImage)]);
    throw mapEmailConflict(error, 'accounts.emailRegistered');
  }
}

async function requireUnregistered(ctx: Context, email: string) {
  const existing = await findUserByEmail(ctx.db, email);
  if (!existing) return;
  if (isUnproven(existing)) await ctx.jobs.send(mailResetLink, resetRequest(ctx, email));
  throw emailTaken('accounts.emailRegistered');
}

export async function getAdminProfile(ctx: Context, id: number): Promise<CurrentUserView> {
  if (requireUser(ctx).userId !== id) throw new AppError('forbidden', 'errors.forbidden');
  return getMyUser(ctx);
}

export interface ProfileChange {
  name?: string | undefined;
  email?: string | undefined;
  mobile?: string | undefined;
  profile_image?: ReceivedFile | undefined;
  remove_image?: boolean | undefined;
}

/**
 * Changes the current user's profile. A new e-mail is pending until the link mailed to it is followed; requesting it
 * needs a recent password, without which nothing changes. `withMobile` is false in the newsroom's form. Throws
 * `invalid` with every error, `confirm_password`, or `conflict` if the e-mail is taken.
 */
export async function changeProfile(
  ctx: Context,
  change: ProfileChange,
  withMobile: boolean,
): Promise<CurrentUserView> {
  const user = await getCurrentUser(ctx);
  const { name = '', email = '', mobile: sentMobile = user.mobile ?? '' } = change;
  requireValid(checkUserForm({ name, email, mobile: sentMobile }, withMobile));
  const address = storedEmail(email);
  if (isNewEmail(user, address)) await checkEmailChangeAllowed(ctx, user, address);
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
    if (portrait) await adoptFiles(tx, [portraitKey(portrait)]);
    await markOrphaned(ctx, tx, replacedPortrait(before, changed));
    // Compared with the account as it was when the password was checked: another request may have changed it meanwhile.
    const isEmailRequested = isNewEmail(user, address) && isNewEmail(before, address);
    return { before, changed: isEmailRequested ? await requestEmailChange(ctx, tx, changed, address) : changed };
  });
  const { before, changed } = await write.catch(async (error) => {
    if (portrait) await removeOrphaned(ctx, [portraitKey(portrait)]);
    throw mapEmailConflict(error);
  });
  await removeOrphaned(ctx, replacedPortrait(before, changed));
  return currentUserView(ctx, changed, requireUser(ctx).role);
}

const replacedPortrait = (before: User, changed: User): string[] =>
  before.profileImage && before.profileImage !== changed.profileImage ? [portraitKey(before.profileImage)] : [];

/** Whether an address is neither the account's e-mail nor its pending one. */
const isNewEmail = ({ email, pendingEmail }: User, address: string) =>
  !isSameEmail(email, address) && !(pendingEmail && isSameEmail(pendingEmail, address));

const storedEmail = (typed: string) => parseEmail(typed) ?? ''; // validated before: never empty
