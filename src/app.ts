import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { accountsRoutes } from './accounts/server/accounts.routes.ts';
import type { PersonalData } from './accounts/server/data-export.service.ts';
import { purgeLinks } from './accounts/server/links.jobs.ts';
import { mailResetLink } from './accounts/server/passwords.jobs.ts';
import { alertOnFailures, purgeSecurityEvents } from './accounts/server/security-events.jobs.ts';
import { purgeSessions } from './accounts/server/sessions.jobs.ts';
import { identify } from './accounts/server/sessions.service.ts';
import type { Tokens } from './accounts/server/tokens.service.ts';
import { setTwoStepDeadlines } from './accounts/server/two-step.jobs.ts';
import { allSettings } from './all-settings.ts';
import type { Call } from './calls/call.ts';
import { deskRoutes } from './desk/server/desk.routes.ts';
import { mailWaiting } from './desk/server/waiting.jobs.ts';
import { purgeEnquiries } from './enquiries/server/enquiries.jobs.ts';
import { enquiriesRoutes } from './enquiries/server/enquiries.routes.ts';
import { clipsData } from './epaper/server/clips.service.ts';
import { composeEdition } from './epaper/server/compose.jobs.ts';
import { composeRoutes } from './epaper/server/compose.routes.ts';
import { draftOnSchedule } from './epaper/server/drafts.jobs.ts';
import { processEdition, purgeEditions } from './epaper/server/editions.jobs.ts';
import { epaperRoutes } from './epaper/server/epaper.routes.ts';
import { watchPromises } from './epaper/server/promises.jobs.ts';
import { readerRoutes } from './epaper/server/reader.routes.ts';
import { purgeRemovals } from './following/server/reading.jobs.ts';
import { readingRoutes } from './following/server/reading.routes.ts';
import { readingData } from './following/server/reading.service.ts';
import { redactGrievances } from './grievances/server/grievances.jobs.ts';
import { grievancesRoutes } from './grievances/server/grievances.routes.ts';
import { backUp, watchBackups } from './health/server/backups.jobs.ts';
import { healthCheckRoutes } from './health/server/health.routes.ts';
import { purgeLetters } from './letters/server/letters.jobs.ts';
import { lettersRoutes } from './letters/server/letters.routes.ts';
import { lettersData } from './letters/server/letters.service.ts';
import { rewriteBylines } from './news/server/authors.jobs.ts';
import { authorsRoutes } from './news/server/authors.routes.ts';
import { authorData } from './news/server/authors.service.ts';
import { checksRoutes } from './news/server/checks.routes.ts';
import { correctionsRoutes } from './news/server/corrections.routes.ts';
import { feedsRoutes } from './news/server/feeds.routes.ts';
import { endPlaces } from './news/server/front-places.jobs.ts';
import { historyRoutes } from './news/server/history.routes.ts';
import { liveRoutes } from './news/server/live.routes.ts';
import { liveEntriesData } from './news/server/live.service.ts';
import { mediaRoutes } from './news/server/media.routes.ts';
import { withholdMediaFiles } from './news/server/media-files.jobs.ts';
import { newsRoutes } from './news/server/news.routes.ts';
import { pictureVariants, smallerVariants, sweepPictures, withholdPictures } from './news/server/pictures.jobs.ts';
import { previewRoutes } from './news/server/previews.routes.ts';
import { notifyHub, sharePicture } from './news/server/publication.jobs.ts';
import { publishDueStories, purgeTrash } from './news/server/stories.jobs.ts';
import { topicsRoutes } from './news/server/topics.routes.ts';
import { purgeWorkingCopies } from './news/server/working-copies.jobs.ts';
import { workingCopiesRoutes } from './news/server/working-copies.routes.ts';
import { workingCopiesData } from './news/server/working-copies.service.ts';
import { publishNewsletters, purgeNewsletters, sendIssue } from './newsletters/server/newsletters.jobs.ts';
import { newslettersRoutes } from './newsletters/server/newsletters.routes.ts';
import { subscriptionsData } from './newsletters/server/subscriptions.service.ts';
import { pageRules } from './page-addresses.ts';
import { assignmentsData } from './planning/server/assignments.service.ts';
import { planningRoutes } from './planning/server/planning.routes.ts';
import { notifyOfLengthening } from './plans/server/lengthenings.jobs.ts';
import { lengtheningsData } from './plans/server/lengthenings.service.ts';
import { plansRoutes } from './plans/server/plans.routes.ts';
import { paymentsData } from './plans/server/plans.service.ts';
import { deleteReceiptFiles } from './plans/server/receipts.jobs.ts';
import { notifyOfEnd } from './plans/server/reminders.jobs.ts';
import { arrangeAuditLog } from './platform/audit.jobs.ts';
import { purgeChanges } from './platform/cache/changes.jobs.ts';
import type { Services } from './platform/context.ts';
import { AppError } from './platform/errors.ts';
import { healthRoutes } from './platform/http/health.ts';
import { metricsRoute } from './platform/http/metrics.ts';
import type { Observers } from './platform/http/observe-requests.ts';
import { type PagesOptions, pageRoutes } from './platform/http/pages.ts';
import { createServer, requireContracts } from './platform/http/server.ts';
import { uploadRoutes } from './platform/http/uploads.ts';
import type { Job } from './platform/jobs.ts';
import { purgeLimits } from './platform/limits.jobs.ts';
import { deliverMail, purgeOutbox } from './platform/mail.ts';
import { sweepOrphanedFiles } from './platform/orphaned-files.jobs.ts';
import { devicesData } from './push/server/devices.service.ts';
import { publishPush, purgePush, sendPush } from './push/server/push.jobs.ts';
import { pushRoutes } from './push/server/push.routes.ts';
import { purgeReads, rankReads, updateCitations } from './readership/server/readership.jobs.ts';
import { readershipRoutes } from './readership/server/readership.routes.ts';
import { searchRoutes } from './search/server/search.routes.ts';
import { countTerms } from './search-index/server/search-index.jobs.ts';
import { settingsRoutes } from './settings/server/settings.routes.ts';
import { manifestRoutes } from './shell/server/web-app-manifest.routes.ts';
import { sitemapsRoutes } from './sitemaps/server/sitemaps.routes.ts';
import { staticPagesRoutes } from './static-pages/server/static-pages.routes.ts';
import { renderMissingPages, renderPages } from './submissions/server/essay-pages.jobs.ts';
import { submittedWorks } from './submissions/server/my-submissions.service.ts';
import { renewEncryption } from './submissions/server/renewal.jobs.ts';
import { removeFiles } from './submissions/server/stored-files.jobs.ts';
import {
  deleteOrphanedFiles,
  expireWaiting,
  purgeBonafides,
  releaseConsented,
} from './submissions/server/submissions.jobs.ts';
import { submissionsRoutes } from './submissions/server/submissions.routes.ts';
import { limitBytes } from './upload-limits.ts';

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
