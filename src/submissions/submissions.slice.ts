import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { submittedWorks } from './author/server/my-submissions.service.ts';
import {
  deleteOrphanedFiles,
  expireWaiting,
  purgeBonafides,
  releaseConsented,
} from './author/server/submissions.jobs.ts';
import { submissionsRoutes } from './review/server/submissions.routes.ts';
import { renderMissingPages, renderPages } from './submission/server/essay-pages.jobs.ts';
import { renewEncryption } from './submission/server/renewal.jobs.ts';
import { removeFiles } from './submission/server/stored-files.jobs.ts';
import { documentFiles } from './submission/server/submissions.tables.ts';
import { submissionSettings } from './submission/submissions.settings.ts';

const { cursor, text } = parameterPatterns;

export const submissions: Slice = {
  routes: submissionsRoutes,
  jobs: [
    renderPages,
    renderMissingPages,
    removeFiles,
    renewEncryption,
    expireWaiting,
    releaseConsented,
    purgeBonafides,
    deleteOrphanedFiles,
  ],
  settings: submissionSettings,
  personalData: [submittedWorks],
  fileReferences: [documentFiles],
  pageRules: [
    { path: 'research', parameters: { search: text, type: text, year: /^\d{4}$/, after: cursor }, uncached: true },
    { path: 'research/:id', allowsTrailingSlash: true }, // search engines require the PDF in its page's folder
  ],
};
