import { z } from 'zod';
import { defineCall, Message, NumericId } from '#src/calls/call.ts';

const Credentials = z.object({
  email: z.string().trim().min(1, 'accounts.fillAllFields'),
  password: z.string().min(1, 'accounts.fillAllFields'),
});

export const SessionUser = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  profile_image: z.string().nullable().describe('Path to append to the API host'),
  mobile: z.string().nullable().describe('+, country code, number'),
  isAdmin: z.boolean(),
  role: z.enum(['reader', 'editor', 'admin']),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const Login = z.object({ token: z.string(), user: SessionUser });
export type Login = z.infer<typeof Login>;

export const accountsCalls = {
  adminLogin: defineCall({
    method: 'POST',
    path: '/api/admin_login',
    who: 'anyone',
    summary: 'Log in to the newsroom',
    body: Credentials,
    reply: { 200: Login },
  }),
  userLogin: defineCall({
    method: 'POST',
    path: '/api/newswings_login',
    who: 'anyone',
    summary: "Log in as a reader; an editor or admin gets a reader's rights by this call",
    body: Credentials,
    reply: { 200: Login },
  }),
  verifyToken: defineCall({
    method: 'GET',
    path: '/api/verify_token',
    who: 'member',
    summary: 'Whether the token still holds, and whose it is',
    reply: { 200: z.object({ valid: z.literal(true), user: SessionUser }) },
  }),
  adminProfile: defineCall({
    method: 'GET',
    path: '/api/admin_profile/:id',
    who: 'newsroom',
    summary: 'Profile of the admin who asks',
    params: z.object({ id: NumericId }),
    reply: { 200: SessionUser },
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/newswings_logout',
    who: 'member',
    summary: 'End the session of this token',
    reply: { 200: Message },
  }),
};
