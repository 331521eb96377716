// What waits for the newsroom, for which roles, and on which page.

import { isAllowed, type Role, type Who } from '#src/rules/roles.rules.ts';

export const waitingKinds = [
  'assignments',
  'assigned_stories',
  'ready_stories',
  'letters',
  'submissions',
  'payments',
  'enquiries',
  'grievances',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export const waitingPlaces = {
  assignments: { audience: 'writers', page: '/admin/plan' },
  assigned_stories: { audience: 'writers', page: '/admin/drafts' },
  ready_stories: { audience: 'editors', page: '/admin/stories' },
  letters: { audience: 'editors', page: '/admin/letters' },
  submissions: { audience: 'reviewers', page: '/publication' },
  payments: { audience: 'accounts', page: '/admin/payments' },
  enquiries: { audience: 'admin', page: '/admin/enquiries' },
  grievances: { audience: 'admin', page: '/admin/grievances' },
} as const satisfies Record<WaitingKind, { audience: Who; page: string }>;

/** The kinds that wait for a role. */
export const kindsFor = (role: Role): WaitingKind[] =>
  waitingKinds.filter((kind) => isAllowed(role, waitingPlaces[kind].audience));
