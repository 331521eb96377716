import type { Role } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { adultAge, minorsConsent } from '../accounts.settings.ts';
import { isYounger } from '../people.rules.ts';
import type { Person } from '../sessions.contract.ts';
import type { User } from './users.queries.ts';

type Clock = Pick<Context, 'settings' | 'now'>;

/** An account as its owner's pages see it, in a session of this role. */
export const personOf = (ctx: Clock, user: User, role: Exclude<Role, 'visitor'>): Person => ({
  id: user.id,
  email: user.email,
  email_confirmed: user.emailConfirmedAt !== null,
  pending_email: user.pendingEmail,
  name: user.name,
  profile_image: user.profileImage && `/static/uploads/${user.profileImage}`,
  mobile: role === 'reader' ? user.mobile : null,
  isAdmin: role !== 'reader',
  role,
  dob: user.dob,
  two_step: hasSecondStep(user),
  two_step_due: hasSecondStep(user) || user.role === 'reader' ? null : (user.twoStepDueAt?.toISOString() ?? null),
  guardian: guardianState(ctx, user),
});

/** Whether two-step login is on: there is an authenticator app, or a passkey. */
export const hasSecondStep = ({ totpSecret, passkeyCount }: Pick<User, 'totpSecret' | 'passkeyCount'>): boolean =>
  totpSecret !== null || passkeyCount > 0;

/** Below which age a guardian has to agree; null where the rule is off. */
export const consentAge = ({ settings }: Pick<Context, 'settings'>): number | null =>
  settings.get(minorsConsent) === 'required' ? settings.get(adultAge) : null;

/** How far the consent of a guardian is, without which nobody reviews the works of a minor. */
export function guardianState(
  ctx: Clock,
  user: Pick<User, 'dob' | 'guardianConsentAt' | 'guardianAskedAt'>,
): Person['guardian'] {
  const age = consentAge(ctx);
  if (age === null || !isYounger(user.dob, age, ctx.now())) return 'not_needed';
  if (user.guardianConsentAt) return 'given';
  return user.guardianAskedAt ? 'asked' : 'needed';
}
