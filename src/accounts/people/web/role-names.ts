/** What the interface calls each role of an account. */
export const roleNames = {
  reader: 'accounts.roleReader',
  accountant: 'accounts.roleAccountant',
  reviewer: 'accounts.roleReviewer',
  reporter: 'accounts.roleReporter',
  sub_editor: 'accounts.roleSubEditor',
  editor: 'accounts.roleEditor',
  admin: 'accounts.roleAdmin',
} as const;
