import { z } from 'zod';
import { defineCall, Message, upload } from '#src/calls/call.ts';
import { AdminId, Person } from './sessions.contract.ts';

const text = z.string().optional();

const ProfileFields = z.object({
  name: text,
  email: text,
  mobile: text,
  profile_image: upload('picture').optional(),
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
    summary: 'Open an account',
    form: z.object({
      name: text,
      dob: text,
      email: text,
      mobile: text,
      password: text,
      confirm_password: text,
      consent: text.describe('Version of the privacy notice that was shown'),
      profile_image: upload('picture').optional(),
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
    summary: 'Change one’s profile; a mobile number or picture that is not sent stays',
    form: ProfileFields,
    reply: { 200: Updated },
  }),
  updateAdmin: defineCall({
    method: 'PUT',
    path: '/api/admin_update_profile',
    who: 'newsroom',
    summary: 'Change one’s profile in the newsroom, which has no mobile number',
    form: ProfileFields,
    reply: { 200: Updated },
  }),
  changePassword: defineCall({
    method: 'PUT',
    path: '/api/user/password',
    who: 'member',
    summary: 'Change the password; ends all other sessions',
    body: z.object({ current_password: z.string(), new_password: z.string() }),
    reply: { 200: Message },
  }),
  forgot: defineCall({
    method: 'POST',
    path: '/api/forgot_password',
    who: 'anyone',
    summary: 'Ask for a link to set a new password; the same answer whether or not the account exists',
    body: z.object({ email: z.string().trim().min(1, 'errors.required') }),
    reply: { 200: Message },
  }),
  reset: defineCall({
    method: 'POST',
    path: '/api/reset_password',
    who: 'anyone',
    summary: 'Set a new password with the mailed link’s token; ends all sessions',
    body: z.object({ token: z.string(), password: z.string() }),
    reply: { 200: Message },
  }),
  takeEmailBack: defineCall({
    method: 'POST',
    path: '/api/take_email_back',
    who: 'anyone',
    summary: 'Undo a change of e-mail with the token mailed to the old address; ends all sessions',
    body: z.object({ token: z.string() }),
    reply: { 200: Message },
  }),
  askGuardian: defineCall({
    method: 'POST',
    path: '/api/user/guardian',
    who: 'member',
    summary: 'Mail a guardian the request for consent',
    body: z.object({ name: z.string(), email: z.string() }),
    reply: { 200: Message },
  }),
  guardianRequest: defineCall({
    method: 'GET',
    path: '/api/guardian_consent',
    who: 'anyone',
    summary: 'What a guardian is asked, by the mailed token',
    query: z.object({ token: z.string() }),
    reply: { 200: z.object({ child: z.string(), guardian: z.string(), given: z.boolean() }) },
  }),
  giveConsent: defineCall({
    method: 'POST',
    path: '/api/guardian_consent',
    who: 'anyone',
    summary: 'Give a guardian’s consent',
    body: z.object({ token: z.string() }),
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
    body: z.object({ password: z.string().min(1, 'errors.required') }),
    reply: { 200: Message },
  }),
};
