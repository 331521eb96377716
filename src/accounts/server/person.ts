import type { Role } from '#src/calls/call.ts';
import { isMinor } from '../people.rules.ts';
import type { Person } from '../sessions.contract.ts';
import type { User } from './users.queries.ts';

/** An account as its owner's pages see it, in a session of this role. */
export const personOf = (user: User, role: Exclude<Role, 'visitor'>, today: Date): Person => ({
  id: user.id,
  email: user.email,
  name: user.name,
  profile_image: user.profileImage && `/static/uploads/${user.profileImage}`,
  mobile: role === 'reader' ? user.mobile : null,
  isAdmin: role !== 'reader',
  role,
  dob: user.dob,
  two_step: user.totpSecret !== null,
  guardian: guardianState(user, today),
});

/** How far the consent of a guardian is, which a reader under 18 needs before he hands anything in. */
export function guardianState(
  user: Pick<User, 'dob' | 'guardianConsentAt' | 'guardianAskedAt'>,
  today: Date,
): Person['guardian'] {
  if (!isMinor(user.dob, today)) return 'not_needed';
  if (user.guardianConsentAt) return 'given';
  return user.guardianAskedAt ? 'asked' : 'needed';
}
