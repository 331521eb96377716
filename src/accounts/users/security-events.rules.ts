// Kinds of security events: their names, and which of them are failures.
import type { TextKey } from '#src/messages/catalogue.ts';
import type { SecurityEventKind } from './security.contract.ts';

export const eventTexts: Record<SecurityEventKind, TextKey> = {
  login: 'accounts.eventLogin',
  new_device: 'accounts.eventNewDevice',
  login_failed: 'accounts.eventLoginFailed',
  login_throttled: 'accounts.eventLoginThrottled',
  code_failed: 'accounts.eventCodeFailed',
  recovery_code_used: 'accounts.eventRecoveryCodeUsed',
  logout: 'accounts.eventLogout',
  session_ended: 'accounts.eventSessionEnded',
  sessions_ended: 'accounts.eventSessionsEnded',
  password_confirmed: 'accounts.eventPasswordConfirmed',
  password_check_failed: 'accounts.eventPasswordCheckFailed',
  password_changed: 'accounts.eventPasswordChanged',
  password_reset: 'accounts.eventPasswordReset',
  email_confirmed: 'accounts.eventEmailConfirmed',
  email_change_asked: 'accounts.eventEmailChangeAsked',
  email_change_cancelled: 'accounts.eventEmailChangeCancelled',
  email_changed: 'accounts.eventEmailChanged',
  email_taken_back: 'accounts.eventEmailTakenBack',
  two_step_on: 'accounts.eventTwoStepOn',
  two_step_off: 'accounts.eventTwoStepOff',
  two_step_reset: 'accounts.eventTwoStepReset',
  recovery_codes_made: 'accounts.eventRecoveryCodesMade',
  passkey_added: 'accounts.eventPasskeyAdded',
  passkey_removed: 'accounts.eventPasskeyRemoved',
  refused: 'accounts.eventRefused',
  alert: 'accounts.eventAlert',
};

/** Events that anyone can cause without being logged in. */
export const anonymousKinds: readonly SecurityEventKind[] = ['login_failed', 'login_throttled'];

/** Events that indicate an attack if there are many in a short time. */
export const failureKinds: readonly SecurityEventKind[] = [...anonymousKinds, 'code_failed', 'password_check_failed'];

/** Minimum number of failures within an hour before admins are notified. */
const minBurst = 100;

/** Whether the failures of an hour are unusually many, relative to the site's average. */
export const isBurst = (lastHour: number, averageHour: number): boolean =>
  lastHour >= Math.max(minBurst, 5 * averageHour);
