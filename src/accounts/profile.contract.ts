import { z } from 'zod';
import { defineCall, type Limit, Message, upload } from '#src/calls/call.ts';
import { emailMaxLength, isEmail } from './email.rules.ts';
import { nameMaxLength } from './names.rules.ts';
import { passwordMaxLength } from './passwords.rules.ts';
import { AdminId, Person } from './sessions.contract.ts';

const Email = z.string().trim().max(emailMaxLength, 'accounts.emailInvalid');
const Name = z.string().max(nameMaxLength, 'accounts.nameTooLong');
const NewPassword = z.string().max(passwordMaxLength, 'accounts.passwordTooLong');
const Password = z.string().min(1, 'errors.required').max(passwordMaxLength, 'accounts.passwordWrong');
const Mobile = z.string().max(40, 'accounts.mobileInvalid'); // with spaces and brackets as people write them
const Day = z.string().max(10, 'accounts.dobInvalid');
/** Of a mailed link; ours have 43 characters. */
const Token = z.string().max(100);

/** Calls with a mailed token, which has 256 bits: the limit spares the database. */
const mailedLinks: Limit = { name: 'mailed-links', attempts: 120, perSeconds: 3600 };

const ProfileFields = z.object({
  name: Name.optional(),
  email: Email.optional(),
  mobile: Mobile.optional(),
  profile_image: upload('portrait').optional(),
  remove_image: z.stringbool().optional(),
});

/** Which privacy notice the reader saw when he registered; changes whenever its words do. */
export const consentVersion = '2026-11';

const Updated = z.object({ message: z.string(), user: Person });

export const profileCalls = {
  register: defineCall({
    method: 'POST',
    path: '/api/newswings_register',
    who: 'anyone',
    limit: { name: 'register', attempts: 300, perSeconds: 3600 },
    summary: 'Open an account; a link that confirms the e-mail is mailed',
    form: z.object({
      name: Name.optional(),
      dob: Day.optional(),
      email: Email.optional(),
      mobile: Mobile.optional(),
      password: NewPassword.optional(),
      confirm_password: NewPassword.optional(),
      consent: z.string().max(20).optional().describe('Version of the privacy notice that was shown'),
      profile_image: upload('portrait').optional(),
    }),
    reply: { 201: Message },
  }),
  me: defineCall({
    method: 'GET',
    path: '/api/user/me',
    who: 'member',
    summary: 'One’s own account',
    reply: { 200: Person },
  }),
  adminProfile: defineCall({
    method: 'GET',
    path: '/api/admin_profile/:id',
    who: 'newsroom',
    summary: 'Profile of the admin who asks',
    params: AdminId,
    reply: { 200: Person },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/newswings_update_profile',
    who: 'member',
    summary:
      'Change one’s profile; a mobile number or picture that is not sent stays. Another e-mail needs a recent password and becomes pending_email until the link mailed there is followed',
    form: ProfileFields,
    reply: { 200: Updated },
  }),
  updateAdmin: defineCall({
    method: 'PUT',
    path: '/api/admin_update_profile',
    who: 'newsroom',
    summary: 'Change one’s profile in the newsroom, which has no mobile number; another e-mail as for readers',
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
    limit: { name: 'forgot', attempts: 60, perSeconds: 3600 },
    summary: 'Ask for a link to set a new password; the same answer whether or not the account exists',
    body: z.object({ email: Email.min(1, 'errors.required').refine(isEmail, 'accounts.emailInvalid') }),
    reply: { 200: Message },
  }),
  reset: defineCall({
    method: 'POST',
    path: '/api/reset_password',
    who: 'anyone',
    limit: mailedLinks,
    summary:
      'Set a new password with the mailed link’s token; confirms the e-mail and ends all sessions and older links',
    body: z.object({ token: Token, password: NewPassword }),
    reply: { 200: Message },
  }),
  takeEmailBack: defineCall({
    method: 'POST',
    path: '/api/take_email_back',
    who: 'anyone',
    limit: mailedLinks,
    summary:
      'Stop a change of e-mail, or undo it for seven days, with the token mailed to the old address; ends all sessions and forgets the password, which the reset token sets anew',
    body: z.object({ token: Token }),
    reply: { 200: Message.extend({ reset_token: z.string().describe('For /api/reset_password, for 30 minutes') }) },
  }),
  confirmEmail: defineCall({
    method: 'POST',
    path: '/api/confirm_email',
    who: 'member',
    limit: mailedLinks,
    summary: 'Confirm one’s e-mail, or make the pending one one’s own, with the token mailed there',
    body: z.object({ token: Token }),
    reply: { 200: Updated },
  }),
  resendConfirmation: defineCall({
    method: 'POST',
    path: '/api/user/confirm_email',
    who: 'member',
    summary: 'Mail the link that confirms the pending or the unconfirmed e-mail again; three a day',
    reply: { 200: Message },
  }),
  cancelEmailChange: defineCall({
    method: 'DELETE',
    path: '/api/user/pending_email',
    who: 'member',
    summary: 'Give up the change of e-mail that waits for its confirmation',
    reply: { 200: Updated },
  }),
  askGuardian: defineCall({
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
    summary: 'What a guardian is asked, by the mailed token',
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
  ownData: defineCall({
    method: 'GET',
    path: '/api/user/data',
    who: 'member',
    summary: 'Everything the site keeps of one, as JSON',
    reply: { 200: z.record(z.string(), z.unknown()) },
  }),
  deleteAccount: defineCall({
    method: 'POST',
    path: '/api/user/delete',
    who: 'member',
    summary: 'Delete one’s account',
    body: z.object({ password: Password }),
    reply: { 200: Message },
  }),
};
