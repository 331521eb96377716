import { z } from 'zod';
import { emailMaxLength, isEmail } from '#src/accounts/users/email.rules.ts';
import { nameMaxLength } from '#src/accounts/users/names.rules.ts';
import { passwordMaxLength } from '#src/accounts/users/passwords.rules.ts';
import { AdminId, CurrentUserView } from '#src/accounts/users/sessions.contract.ts';
import { defineCall, defineLimit, fileField, Message } from '#src/calls/call.ts';

const Email = z.string().trim().max(emailMaxLength, 'accounts.emailInvalid');
const Name = z.string().max(nameMaxLength, 'accounts.nameTooLong');
const NewPassword = z.string().max(passwordMaxLength, 'accounts.passwordTooLong');
const Password = z.string().min(1, 'errors.required').max(passwordMaxLength, 'accounts.passwordWrong');
const Mobile = z.string().max(40, 'accounts.mobileInvalid'); // with spaces and brackets as people write them
const Consent = z.string().max(20).describe('Version of the privacy notice that was shown');
const Day = z.string().max(10, 'accounts.dobInvalid');
/** Token of a mailed link; ours have 43 characters. */
const Token = z.string().max(100);

/** Calls with a mailed token. It has 256 bits, so the limit only protects the database from load. */
const mailedLinks = defineLimit({ name: 'mailed-links', attempts: 120, perSeconds: 3600 });

const ProfileFields = z.object({
  name: Name.optional(),
  email: Email.optional(),
  mobile: Mobile.optional(),
  profile_image: fileField('portrait').optional(),
  remove_image: z.stringbool().optional(),
});

/** Version of the privacy notice shown at registration; change it whenever the text changes. */
export const consentVersion = '2026-11';

const Updated = z.object({ message: z.string(), user: CurrentUserView });

export const profileCalls = {
  register: defineCall({
    method: 'POST',
    path: '/api/newswings_register',
    who: 'anyone',
    limit: defineLimit({ name: 'register', attempts: 300, perSeconds: 3600 }),
    proof: { free: defineLimit({ name: 'register-unproven', attempts: 150, perSeconds: 3600 }) },
    summary:
      'Create an account and mail a link that confirms the e-mail. 409 if the e-mail has an account; if that was never ' +
      'confirmed, the mailbox gets a link with which its owner starts over',
    form: z.object({
      name: Name.optional(),
      dob: Day.optional(),
      email: Email.optional(),
      mobile: Mobile.optional(),
      password: NewPassword.optional(),
      confirm_password: NewPassword.optional(),
      consent: Consent.optional(),
      profile_image: fileField('portrait').optional(),
    }),
    reply: { 201: Message },
  }),
  me: defineCall({
    method: 'GET',
    path: '/api/user/me',
    who: 'member',
    summary: 'The current user',
    reply: { 200: CurrentUserView },
  }),
  adminProfile: defineCall({
    method: 'GET',
    path: '/api/admin_profile/:id',
    who: 'newsroom',
    summary: 'Profile of the current user in the newsroom; `id` must be his',
    params: AdminId,
    reply: { 200: CurrentUserView },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/newswings_update_profile',
    who: 'member',
    summary:
      'Change the current user’s profile; an omitted mobile number or picture is unchanged. A new e-mail requires a ' +
      'recent password and is stored as pending_email until the link mailed to it is followed',
    form: ProfileFields,
    reply: { 200: Updated },
  }),
  updateAdmin: defineCall({
    method: 'PUT',
    path: '/api/admin_update_profile',
    who: 'newsroom',
    summary: 'Change the current user’s profile in the newsroom, without mobile number; a new e-mail as for readers',
    form: ProfileFields,
    reply: { 200: Updated },
  }),
  changePassword: defineCall({
    method: 'PUT',
    path: '/api/user/password',
    who: 'member',
    summary: 'Change the password; ends all other sessions',
    body: z.object({ current_password: Password, new_password: NewPassword }),
    reply: { 200: Message },
  }),
  forgot: defineCall({
    method: 'POST',
    path: '/api/forgot_password',
    who: 'anyone',
    limit: defineLimit({ name: 'forgot', attempts: 300, perSeconds: 3600 }),
    proof: { free: defineLimit({ name: 'forgot-unproven', attempts: 60, perSeconds: 3600 }) },
    summary: 'Request a link to set a new password; the same response whether or not the account exists',
    body: z.object({ email: Email.min(1, 'errors.required').refine(isEmail, 'accounts.emailInvalid') }),
    reply: { 200: Message },
  }),
  reset: defineCall({
    method: 'POST',
    path: '/api/reset_password',
    who: 'anyone',
    limit: mailedLinks,
    summary:
      'Set a new password with the mailed link’s token; confirms the e-mail and ends all sessions and older links. In an ' +
      'account whose e-mail was never confirmed, also replaces what was entered by the other fields, all or none of them',
    body: z.object({
      token: Token,
      password: NewPassword,
      name: Name.optional(),
      dob: Day.optional(),
      mobile: Mobile.optional(),
      consent: Consent.optional(),
    }),
    reply: { 200: Message },
  }),
  takeEmailBack: defineCall({
    method: 'POST',
    path: '/api/take_email_back',
    who: 'anyone',
    limit: mailedLinks,
    summary:
      'Cancel a change of e-mail, or undo it within seven days, with the token mailed to the old address; ends all ' +
      'sessions and deletes the password; the returned token sets a new one',
    body: z.object({ token: Token }),
    reply: { 200: Message.extend({ reset_token: z.string().describe('For /api/reset_password, for 30 minutes') }) },
  }),
  confirmEmail: defineCall({
    method: 'POST',
    path: '/api/confirm_email',
    who: 'member',
    limit: mailedLinks,
    summary: 'Confirm the current user’s e-mail, or apply the pending one, with the token mailed to it',
    body: z.object({ token: Token }),
    reply: { 200: Updated },
  }),
  resendConfirmation: defineCall({
    method: 'POST',
    path: '/api/user/confirm_email',
    who: 'member',
    summary: 'Mail the link that confirms the pending or unconfirmed e-mail again',
    reply: { 200: Message },
  }),
  cancelEmailChange: defineCall({
    method: 'DELETE',
    path: '/api/user/pending_email',
    who: 'member',
    summary: 'Cancel the pending change of e-mail',
    reply: { 200: Updated },
  }),
  requestConsent: defineCall({
    method: 'POST',
    path: '/api/user/guardian',
    who: 'member',
    summary: 'Mail a guardian the request for consent',
    body: z.object({ name: Name, email: Email }),
    reply: { 200: Message },
  }),
  guardianRequest: defineCall({
    method: 'GET',
    path: '/api/guardian_consent',
    who: 'anyone',
    limit: mailedLinks,
    summary: 'Consent request for a guardian, by the mailed token',
    query: z.object({ token: Token }),
    reply: { 200: z.object({ child: z.string(), guardian: z.string(), age: z.number(), given: z.boolean() }) },
  }),
  giveConsent: defineCall({
    method: 'POST',
    path: '/api/guardian_consent',
    who: 'anyone',
    limit: mailedLinks,
    summary: 'Give a guardian’s consent',
    body: z.object({ token: Token }),
    reply: { 200: Message },
  }),
  exportMyData: defineCall({
    method: 'GET',
    path: '/api/user/data',
    who: 'member',
    summary: 'All stored data of the current user, as JSON',
    reply: { 200: z.record(z.string(), z.unknown()) },
  }),
  deleteAccount: defineCall({
    method: 'POST',
    path: '/api/user/delete',
    who: 'member',
    summary: 'Delete the current user’s account',
    body: z.object({ password: Password }),
    reply: { 200: Message },
  }),
};
