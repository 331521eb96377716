import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { letterListPattern } from './letter-lists.rules.ts';
import { letterSettings } from './letters.settings.ts';
import { purgeLetters } from './server/letters.jobs.ts';
import { lettersRoutes } from './server/letters.routes.ts';
import { lettersData } from './server/letters.service.ts';
import { visibleLetters } from './server/letters.tables.ts';

const { id, token } = parameterPatterns;

export const letters: Slice = {
  routes: lettersRoutes,
  jobs: [purgeLetters],
  settings: letterSettings,
  personalData: [lettersData],
  visibleRows: [visibleLetters],
  pageRules: [
    { path: 'news/:id/letters', parameters: { before: id } },
    { path: 'admin/letters', parameters: { list: letterListPattern }, uncached: true },
    { path: 'confirm-letter', parameters: { token }, uncached: true },
  ],
};
