import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { PersonalData } from '#src/accounts/account/server/data-export.service.ts';
import { mailResetLink } from '#src/accounts/account/server/passwords.jobs.ts';
import { purgeSessions } from '#src/accounts/login/server/sessions.jobs.ts';
import { identify } from '#src/accounts/login/server/sessions.service.ts';
import { setTwoStepDeadlines } from '#src/accounts/login/server/two-step.jobs.ts';
import { accountsRoutes } from '#src/accounts/people/server/accounts.routes.ts';
import { alertOnFailures, purgeSecurityEvents } from '#src/accounts/security-events/server/security-events.jobs.ts';
import { purgeLinks } from '#src/accounts/users/server/links.jobs.ts';
import type { Tokens } from '#src/accounts/users/server/tokens.service.ts';
import type { Call } from '#src/calls/call.ts';
import { deskRoutes } from '#src/desk/server/desk.routes.ts';
import { mailWaiting } from '#src/desk/server/waiting.jobs.ts';
import { purgeEnquiries } from '#src/enquiries/server/enquiries.jobs.ts';
import { enquiriesRoutes } from '#src/enquiries/server/enquiries.routes.ts';
import { clipsData } from '#src/epaper/clips/server/clips.service.ts';
import { composeEdition } from '#src/epaper/composing/server/compose.jobs.ts';
import { composeRoutes } from '#src/epaper/composing/server/compose.routes.ts';
import { draftOnSchedule } from '#src/epaper/composing/server/drafts.jobs.ts';
import { processEdition, purgeEditions } from '#src/epaper/editions/server/editions.jobs.ts';
import { epaperRoutes } from '#src/epaper/editions/server/epaper.routes.ts';
import { watchPromises } from '#src/epaper/editions/server/promises.jobs.ts';
import { readerRoutes } from '#src/epaper/reader/server/reader.routes.ts';
import { purgeRemovals } from '#src/following/server/reading.jobs.ts';
import { readingRoutes } from '#src/following/server/reading.routes.ts';
import { readingData } from '#src/following/server/reading.service.ts';
import { redactGrievances } from '#src/grievances/server/grievances.jobs.ts';
import { grievancesRoutes } from '#src/grievances/server/grievances.routes.ts';
import { backUp, watchBackups } from '#src/health/server/backups.jobs.ts';
import { healthCheckRoutes } from '#src/health/server/health.routes.ts';
import { purgeLetters } from '#src/letters/server/letters.jobs.ts';
import { lettersRoutes } from '#src/letters/server/letters.routes.ts';
import { lettersData } from '#src/letters/server/letters.service.ts';
import { rewriteBylines } from '#src/news/authors/server/authors.jobs.ts';
import { authorsRoutes } from '#src/news/authors/server/authors.routes.ts';
import { authorData } from '#src/news/authors/server/authors.service.ts';
import { correctionsRoutes } from '#src/news/corrections/server/corrections.routes.ts';
import { endPlaces } from '#src/news/front/server/front-places.jobs.ts';
import { liveRoutes } from '#src/news/live/server/live.routes.ts';
import { liveEntriesData } from '#src/news/live/server/live.service.ts';
import { mediaRoutes } from '#src/news/media/server/media.routes.ts';
import { withholdMediaFiles } from '#src/news/media/server/media-files.jobs.ts';
import {
  pictureVariants,
  smallerVariants,
  sweepPictures,
  withholdPictures,
} from '#src/news/media/server/pictures.jobs.ts';
import { feedsRoutes } from '#src/news/published/server/feeds.routes.ts';
import { notifyHub, sharePicture } from '#src/news/published/server/publication.jobs.ts';
import { publishDueStories, purgeTrash } from '#src/news/stories/server/stories.jobs.ts';
import { purgeWorkingCopies } from '#src/news/stories/server/working-copies.jobs.ts';
import { workingCopiesRoutes } from '#src/news/stories/server/working-copies.routes.ts';
import { workingCopiesData } from '#src/news/stories/server/working-copies.service.ts';
import { topicsRoutes } from '#src/news/topics/server/topics.routes.ts';
import { publishNewsletters, purgeNewsletters, sendIssue } from '#src/newsletters/server/newsletters.jobs.ts';
import { newslettersRoutes } from '#src/newsletters/server/newsletters.routes.ts';
import { subscriptionsData } from '#src/newsletters/server/subscriptions.service.ts';
import { historyRoutes } from '#src/newsroom/desk/server/history.routes.ts';
import { newsRoutes } from '#src/newsroom/desk/server/news.routes.ts';
import { checksRoutes } from '#src/newsroom/story-form/server/checks.routes.ts';
import { previewRoutes } from '#src/newsroom/story-form/server/previews.routes.ts';
import { assignmentsData } from '#src/planning/server/assignments.service.ts';
import { planningRoutes } from '#src/planning/server/planning.routes.ts';
import { notifyOfLengthening } from '#src/plans/server/lengthenings.jobs.ts';
import { lengtheningsData } from '#src/plans/server/lengthenings.service.ts';
import { plansRoutes } from '#src/plans/server/plans.routes.ts';
import { paymentsData } from '#src/plans/server/plans.service.ts';
import { deleteReceiptFiles } from '#src/plans/server/receipts.jobs.ts';
import { notifyOfEnd } from '#src/plans/server/reminders.jobs.ts';
import { arrangeAuditLog } from '#src/platform/audit/audit.jobs.ts';
import { purgeChanges } from '#src/platform/cache/changes.jobs.ts';
import type { Services } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { sweepOrphanedFiles } from '#src/platform/files/orphaned-files.jobs.ts';
import { healthRoutes } from '#src/platform/http/health.ts';
import { metricsRoute } from '#src/platform/http/metrics.ts';
import type { Observers } from '#src/platform/http/observe-requests.ts';
import { type PagesOptions, pageRoutes } from '#src/platform/http/pages.ts';
import { createServer, requireContracts } from '#src/platform/http/server.ts';
import { uploadRoutes } from '#src/platform/http/uploads.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { purgeLimits } from '#src/platform/limits/limits.jobs.ts';
import { deliverMail, purgeOutbox } from '#src/platform/mail/mail.ts';
import { devicesData } from '#src/push/server/devices.service.ts';
import { publishPush, purgePush, sendPush } from '#src/push/server/push.jobs.ts';
import { pushRoutes } from '#src/push/server/push.routes.ts';
import { purgeReads, rankReads, updateCitations } from '#src/readership/server/readership.jobs.ts';
import { readershipRoutes } from '#src/readership/server/readership.routes.ts';
import { searchRoutes } from '#src/search/server/search.routes.ts';
import { countTerms } from '#src/search-index/server/search-index.jobs.ts';
import { settingsRoutes } from '#src/settings/server/settings.routes.ts';
import { manifestRoutes } from '#src/shell/server/web-app-manifest.routes.ts';
import { sitemapsRoutes } from '#src/sitemaps/server/sitemaps.routes.ts';
import { staticPagesRoutes } from '#src/static-pages/server/static-pages.routes.ts';
import { submittedWorks } from '#src/submissions/author/server/my-submissions.service.ts';
import {
  deleteOrphanedFiles,
  expireWaiting,
  purgeBonafides,
  releaseConsented,
} from '#src/submissions/author/server/submissions.jobs.ts';
import { submissionsRoutes } from '#src/submissions/review/server/submissions.routes.ts';
import { renderMissingPages, renderPages } from '#src/submissions/submission/server/essay-pages.jobs.ts';
import { renewEncryption } from '#src/submissions/submission/server/renewal.jobs.ts';
import { removeFiles } from '#src/submissions/submission/server/stored-files.jobs.ts';
import { limitBytes } from '#src/upload-limits.ts';
import { allSettings } from './all-settings.ts';
import { pageRules } from './page-addresses.ts';

export interface AppOptions {
  services: Services;
  tokens: Tokens;
  log: FastifyBaseLogger;
  observers: Observers;
  /** Absent in API tests. */
  pages?: PagesOptions;
  /** Folder of the client build; absent in development, where Vite serves the files. */
  assets?: string;
  serverFactory?: FastifyServerOptions['serverFactory'];
}

/** Personal data that slices store beside the account, for export and deletion. */
const personalData: PersonalData[] = [
  paymentsData,
  lengtheningsData,
  workingCopiesData,
  authorData,
  clipsData,
  assignmentsData,
  liveEntriesData,
  submittedWorks,
  lettersData,
  readingData,
  subscriptionsData,
  devicesData,
];

/** Every job of the site; each process that runs jobs works on all of them. */
export const jobs: Job<never>[] = [
  deliverMail,
  purgeOutbox,
  sweepOrphanedFiles,
  purgeChanges,
  purgeLimits,
  arrangeAuditLog,
  purgeSessions,
  purgeLinks,
  mailResetLink,
  purgeSecurityEvents,
  alertOnFailures,
  setTwoStepDeadlines,
  notifyOfEnd,
  notifyOfLengthening,
  deleteReceiptFiles,
  pictureVariants,
  smallerVariants,
  sweepPictures,
  withholdPictures,
  withholdMediaFiles,
  publishDueStories,
  rewriteBylines,
  endPlaces,
  sharePicture,
  notifyHub,
  purgeTrash,
  purgeWorkingCopies,
  purgeEnquiries,
  redactGrievances,
  processEdition,
  composeEdition,
  draftOnSchedule,
  watchPromises,
  purgeEditions,
  countTerms,
  renderPages,
  renderMissingPages,
  removeFiles,
  renewEncryption,
  expireWaiting,
  releaseConsented,
  purgeBonafides,
  deleteOrphanedFiles,
  rankReads,
  purgeReads,
  updateCitations,
  purgeLetters,
  purgeRemovals,
  publishNewsletters,
  sendIssue,
  purgeNewsletters,
  publishPush,
  sendPush,
  purgePush,
  mailWaiting,
  backUp,
  watchBackups,
];

/**
 * Builds the server with the routes of the platform, each slice and the pages, and returns it with all its calls. A process
 * that only runs jobs answers nothing but the questions of supervisors.
 */
export async function buildApp({
  services,
  tokens,
  log,
  observers,
  pages,
  assets,
  serverFactory,
}: AppOptions): Promise<{ app: FastifyInstance; calls: Call[] }> {
  const app = await createServer({
    services,
    log,
    observers,
    identify: ({ headers }) => identify(services.db, tokens, headers.authorization, services.now()),
    limitBytes: (limit) => limitBytes(services, limit),
    ...(serverFactory && { serverFactory }),
  });
  const calls = requireContracts(app);
  healthRoutes(app, services);
  const { metricsToken, process } = services.config;
  if (observers.metrics && metricsToken) metricsRoute(app, observers.metrics, metricsToken);
  if (process === 'worker') return { app, calls };
  uploadRoutes(app);
  accountsRoutes(app, tokens, personalData);
  plansRoutes(app);
  newsRoutes(app);
  mediaRoutes(app);
  topicsRoutes(app);
  authorsRoutes(app);
  historyRoutes(app);
  previewRoutes(app);
  workingCopiesRoutes(app);
  liveRoutes(app, services);
  feedsRoutes(app);
  correctionsRoutes(app);
  checksRoutes(app);
  enquiriesRoutes(app);
  grievancesRoutes(app);
  staticPagesRoutes(app);
  deskRoutes(app);
  healthCheckRoutes(app);
  settingsRoutes(app, allSettings);
  epaperRoutes(app);
  readerRoutes(app);
  composeRoutes(app);
  planningRoutes(app);
  submissionsRoutes(app);
  readershipRoutes(app, services, observers);
  lettersRoutes(app);
  readingRoutes(app);
  newslettersRoutes(app);
  pushRoutes(app);
  searchRoutes(app);
  sitemapsRoutes(app);
  manifestRoutes(app);
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new AppError('not_found', 'errors.notFound');
  });
  if (assets) await serveAssets(app, assets);
  if (pages) pageRoutes(app, services, pages, pageRules, observers);
  return { app, calls };
}

// Built files have a content hash in their name; the few others, such as the favicon, are revalidated after an hour.
const cacheControlOf = (path: string) => {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('/service-worker.js') ? 'no-cache' : 'public, max-age=3600';
};

async function serveAssets(app: FastifyInstance, root: string) {
  // A route for each file, but for the hundreds in assets: theirs took half a second of a start. The library's own route for all
  // files of a folder lists the folder for each request.
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['assets/**'],
    preCompressed: true,
    schemaHide: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path));
    },
  });
  const names = new Set(await readdir(join(root, 'assets')));
  app.get<{ Params: { name: string } }>('/assets/:name', { schema: { hide: true } }, async ({ params }, reply) => {
    if (!names.has(params.name)) throw new AppError('not_found', 'errors.notFound');
    return reply.sendFile(`assets/${params.name}`);
  });
}
