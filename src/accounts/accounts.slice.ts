import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { mailResetLink } from './account/server/passwords.jobs.ts';
import { purgeSessions } from './login/server/sessions.jobs.ts';
import { setTwoStepDeadlines } from './login/server/two-step.jobs.ts';
import { accountsRoutes } from './people/server/accounts.routes.ts';
import { alertOnFailures, purgeSecurityEvents } from './security-events/server/security-events.jobs.ts';
import { accountSettings } from './users/accounts.settings.ts';
import { portraitFiles } from './users/server/accounts.tables.ts';
import { purgeLinks } from './users/server/links.jobs.ts';

const { path, token } = parameterPatterns;

export const accounts: Slice = {
  routes: (app, { personalData }) => accountsRoutes(app, personalData),
  jobs: [purgeSessions, purgeLinks, mailResetLink, purgeSecurityEvents, alertOnFailures, setTwoStepDeadlines],
  settings: accountSettings,
  fileReferences: [portraitFiles],
  pageRules: [
    ...['login', 'register', 'admin'].map((page) => ({ path: page, parameters: { from: path }, uncached: true })),
    ...['take-email-back', 'confirm-email', 'guardian'].map((page) => ({
      path: page,
      parameters: { token },
      uncached: true,
    })),
    { path: 'reset-password', parameters: { token, newsroom: /^yes$/, new: /^yes$/ }, uncached: true },
  ],
};
