import type { Context } from '#src/platform/context.ts';
import type { Role } from '#src/rules/roles.rules.ts';
import { inNewsroom } from '#src/rules/roles.rules.ts';
import { adultAge, minorsConsent } from '../accounts.settings.ts';
import type { CurrentUserView } from '../sessions.contract.ts';
import { isYounger } from '../users.rules.ts';
import type { User } from './users.queries.ts';

type Clock = Pick<Context, 'settings' | 'now'>;

/** API view of the current user, in a session with this role. */
export const currentUserView = (ctx: Clock, user: User, role: Exclude<Role, 'visitor'>): CurrentUserView => ({
  id: user.id,
  email: user.email,
  email_confirmed: user.emailConfirmedAt !== null,
  pending_email: user.pendingEmail,
  name: user.name,
  profile_image: user.profileImage && `/static/uploads/${user.profileImage}`,
  mobile: role === 'reader' ? user.mobile : null,
  isAdmin: inNewsroom(role),
  role,
  dob: user.dob,
  two_step: hasSecondStep(user),
  two_step_due: hasSecondStep(user) || !inNewsroom(user.role) ? null : (user.twoStepDueAt?.toISOString() ?? null),
  guardian: guardianState(ctx, user),
});

/** Whether two-step login is on: the account has an authenticator app or a passkey. */
export const hasSecondStep = ({ totpSecret, passkeyCount }: Pick<User, 'totpSecret' | 'passkeyCount'>): boolean =>
  totpSecret !== null || passkeyCount > 0;

/** Whether the account has a password, but nobody has confirmed its mailbox. */
export const isUnproven = ({ emailConfirmedAt, passwordHash }: User): boolean =>
  emailConfirmedAt === null && passwordHash !== null;

/**
 * Whether an account does not reserve its address: a reader’s that was never confirmed. An invitation or a role was
 * given by an admin; it can be changed by an admin only.
 */
export const isUnclaimed = ({ role, emailConfirmedAt, disabledAt }: User): boolean =>
  role === 'reader' && emailConfirmedAt === null && disabledAt === null;

/** Age below which a guardian must consent; null if the rule is off. */
export const consentAge = ({ settings }: Pick<Context, 'settings'>): number | null =>
  settings.get(minorsConsent) === 'required' ? settings.get(adultAge) : null;

/** State of the guardian's consent, without which submissions of a minor are not reviewed. */
export function guardianState(
  ctx: Clock,
  user: Pick<User, 'dob' | 'guardianConsentAt' | 'guardianAskedAt'>,
): CurrentUserView['guardian'] {
  const age = consentAge(ctx);
  if (age === null || !isYounger(user.dob, age, ctx.now())) return 'not_needed';
  if (user.guardianConsentAt) return 'given';
  return user.guardianAskedAt ? 'asked' : 'needed';
}
