import type { Role } from '#src/calls/call.ts';

/** Whether the role belongs to the newsroom (editors and admins). */
export const inNewsroom = (role: Role): boolean => role === 'editor' || role === 'admin';
