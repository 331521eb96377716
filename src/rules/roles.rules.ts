/** The roles of the newsroom, from the fewest rights on the desk to the most. */
export const staffRoles = ['accountant', 'reviewer', 'reporter', 'sub_editor', 'editor', 'admin'] as const;

/** The roles of an account. */
export const accountRoles = ['reader', ...staffRoles] as const;

/**
 * The permission table: roles by audience. The guards, the pages, the API description and the test of every route use
 * it. A role of the newsroom requires a token of the admin login: a token of the user login grants none, even for an
 * editor's account. docs/roles.md says in words what each role may do; a test compares them.
 */
export const who = {
  anyone: ['visitor', ...accountRoles],
  member: accountRoles,
  newsroom: staffRoles,
  /** Write stories: reporters their own, until these are approved (news/story-states.rules.ts). */
  writers: ['reporter', 'sub_editor', 'editor', 'admin'],
  /** Edit the stories of others. */
  desk: ['sub_editor', 'editor', 'admin'],
  /** Publish and delete stories, arrange the board, manage categories, publish editions. */
  editors: ['editor', 'admin'],
  /** Review and decide on submissions. */
  reviewers: ['reviewer', 'editor', 'admin'],
  /** See the identity papers of authors. */
  identities: ['editor', 'admin'],
  /** Payments and bank statements. */
  accounts: ['accountant', 'admin'],
  admin: ['admin'],
} as const;

export type Who = keyof typeof who;
export type Role = (typeof who.anyone)[number];

export const isAllowed = (role: Role, audience: Who): boolean => (who[audience] as readonly Role[]).includes(role);

/** Whether the role belongs to the newsroom. */
export const inNewsroom = (role: Role): boolean => isAllowed(role, 'newsroom');
