import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { sampleEditions, samplePicture } from '#db/sample/seed.ts';
import { accountsRoutes } from './accounts/server/accounts.routes.ts';
import { purgeLinks } from './accounts/server/links.jobs.ts';
import type { PersonalData } from './accounts/server/own-data.service.ts';
import { mailResetLink } from './accounts/server/passwords.service.ts';
import { purgeSecurityEvents, watchFailures } from './accounts/server/security-events.service.ts';
import { identify, purgeSessions } from './accounts/server/sessions.service.ts';
import type { Tokens } from './accounts/server/tokens.ts';
import { setTwoStepDeadlines } from './accounts/server/two-step.service.ts';
import type { Call, UploadLimit } from './calls/call.ts';
import { editionMegabytes } from './epaper/epaper.settings.ts';
import { clipsData } from './epaper/server/clips.service.ts';
import { composeEdition } from './epaper/server/compose.jobs.ts';
import { composeRoutes } from './epaper/server/compose.routes.ts';
import { draftOnSchedule } from './epaper/server/drafts.jobs.ts';
import { prepareEdition, purgeEditions } from './epaper/server/editions.jobs.ts';
import { epaperRoutes } from './epaper/server/epaper.routes.ts';
import { readerRoutes } from './epaper/server/reader.routes.ts';
import { pictureMegabytes } from './news/news.settings.ts';
import { feedsRoutes } from './news/server/feeds.routes.ts';
import { newsRoutes } from './news/server/news.routes.ts';
import { pictureVariants, smallerVariants, sweepPictures, withholdPictures } from './news/server/pictures.jobs.ts';
import { sharePicture, tellHub } from './news/server/publication.jobs.ts';
import { publishDueStories, purgeTrash } from './news/server/stories.jobs.ts';
import { pageRules } from './page-addresses.ts';
import { crawlersRoutes } from './pages/server/crawlers.routes.ts';
import { purgeEnquiries } from './pages/server/enquiries.service.ts';
import { emptyGrievances } from './pages/server/grievances.service.ts';
import { installRoutes } from './pages/server/install.routes.ts';
import { pagesRoutes } from './pages/server/pages.routes.ts';
import { settingsRoutes } from './pages/server/settings.routes.ts';
import { plansRoutes } from './plans/server/plans.routes.ts';
import { paymentsData } from './plans/server/plans.service.ts';
import { forgetReceiptFiles } from './plans/server/receipts.service.ts';
import { remindOfEnd } from './plans/server/reminders.jobs.ts';
import type { Parts } from './platform/context.ts';
import { AppError } from './platform/errors.ts';
import { healthRoutes } from './platform/http/health.ts';
import { type PagesOptions, pageRoutes } from './platform/http/pages.ts';
import { createServer, requireContracts } from './platform/http/server.ts';
import { uploadRoutes } from './platform/http/uploads.ts';
import type { Job } from './platform/jobs.ts';
import { deliverMail, purgeOutbox } from './platform/mail.ts';
import { countTerms } from './search/server/search.jobs.ts';
import { searchRoutes } from './search/server/search.routes.ts';
import { allSettings } from './settings.ts';
import { drawLatePages, drawPages } from './submissions/server/essay-pages.ts';
import { submittedWorks } from './submissions/server/own-submissions.service.ts';
import { removeFiles } from './submissions/server/stored-files.ts';
import { expireWaiting, letInFreed, purgeBonafides, sweepLooseFiles } from './submissions/server/submissions.jobs.ts';
import { submissionsRoutes } from './submissions/server/submissions.routes.ts';
import { documentMaxMegabytes } from './submissions/submissions.settings.ts';

export interface AppOptions {
  parts: Parts;
  tokens: Tokens;
  log: FastifyBaseLogger;
  /** Absent in tests of the API. */
  pages?: PagesOptions;
  /** Folder of the browser's files; the dev server brings its own. */
  assets?: string;
  serverFactory?: FastifyServerOptions['serverFactory'];
}

const megabyte = 1024 * 1024;
const portraitMegabytes = 10; // a phone's largest photograph

/** Largest size of an uploaded file, in bytes. */
const limitBytes = ({ settings }: Parts, limit: UploadLimit): number =>
  ({
    portrait: portraitMegabytes,
    picture: settings.get(pictureMegabytes),
    pdf: settings.get(editionMegabytes),
    document: settings.get(documentMaxMegabytes),
  })[limit] * megabyte;

/** What the slices keep of a person beside his account. */
const personalData: PersonalData[] = [paymentsData, clipsData, submittedWorks];

/** Every job of the paper; a process that works on jobs works on all of them. */
export const jobs: Job<never>[] = [
  deliverMail,
  purgeOutbox,
  purgeSessions,
  purgeLinks,
  mailResetLink,
  purgeSecurityEvents,
  watchFailures,
  setTwoStepDeadlines,
  remindOfEnd,
  forgetReceiptFiles,
  pictureVariants,
  smallerVariants,
  sweepPictures,
  withholdPictures,
  publishDueStories,
  sharePicture,
  tellHub,
  purgeTrash,
  purgeEnquiries,
  emptyGrievances,
  prepareEdition,
  composeEdition,
  draftOnSchedule,
  purgeEditions,
  countTerms,
  samplePicture,
  sampleEditions,
  drawPages,
  drawLatePages,
  removeFiles,
  expireWaiting,
  letInFreed,
  purgeBonafides,
  sweepLooseFiles,
];

/** The whole site on one server: platform first, then each slice, then the pages for what is left; and all its calls. */
export async function buildApp({
  parts,
  tokens,
  log,
  pages,
  assets,
  serverFactory,
}: AppOptions): Promise<{ app: FastifyInstance; calls: Call[] }> {
  const app = await createServer({
    parts,
    log,
    identify: ({ headers }) => identify(parts.db, tokens, headers.authorization, parts.now()),
    limitBytes: (limit) => limitBytes(parts, limit),
    ...(serverFactory && { serverFactory }),
  });
  const calls = requireContracts(app);
  healthRoutes(app, parts);
  uploadRoutes(app);
  accountsRoutes(app, tokens, personalData);
  plansRoutes(app);
  newsRoutes(app);
  feedsRoutes(app);
  pagesRoutes(app);
  settingsRoutes(app, allSettings);
  epaperRoutes(app);
  readerRoutes(app);
  composeRoutes(app);
  submissionsRoutes(app);
  searchRoutes(app);
  crawlersRoutes(app);
  installRoutes(app, parts.settings);
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new AppError('not_found', 'errors.notFound');
  });
  if (assets) await serveAssets(app, assets);
  if (pages) pageRoutes(app, parts, pages, pageRules);
  return { app, calls };
}

// Built files carry their content in their name; the few others (favicon and the like) are asked for again by the hour.
const cacheControlOf = (path: string) => {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('/service-worker.js') ? 'no-cache' : 'public, max-age=3600';
};

async function serveAssets(app: FastifyInstance, root: string) {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    schemaHide: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path));
    },
  });
}
