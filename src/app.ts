import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { samplePicture } from '#db/sample/seed.ts';
import { accountsRoutes } from './accounts/server/accounts.routes.ts';
import type { PersonalData } from './accounts/server/own-data.service.ts';
import { identify, purgeSessions } from './accounts/server/sessions.service.ts';
import type { Tokens } from './accounts/server/tokens.ts';
import type { Call, UploadLimit } from './calls/call.ts';
import { editionMegabytes } from './epaper/epaper.settings.ts';
import { clipsData } from './epaper/server/clips.service.ts';
import { prepareEdition, purgeEditions } from './epaper/server/editions.jobs.ts';
import { epaperRoutes } from './epaper/server/epaper.routes.ts';
import { readerRoutes } from './epaper/server/reader.routes.ts';
import { newsRoutes } from './news/server/news.routes.ts';
import { pictureVariants, smallerVariants, sweepPictures } from './news/server/pictures.service.ts';
import { publishDueStories, purgeTrash } from './news/server/stories.jobs.ts';
import { plansRoutes } from './plans/server/plans.routes.ts';
import { paymentsData } from './plans/server/plans.service.ts';
import { remindOfEnd } from './plans/server/reminders.jobs.ts';
import type { Parts } from './platform/context.ts';
import { AppError } from './platform/errors.ts';
import { healthRoutes } from './platform/http/health.ts';
import { type PagesOptions, pageRoutes } from './platform/http/pages.ts';
import { createServer, requireContracts } from './platform/http/server.ts';
import { uploadRoutes } from './platform/http/uploads.ts';
import type { Job } from './platform/jobs.ts';
import { deliverMail, purgeOutbox } from './platform/mail.ts';

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

/** Largest size of an uploaded file, in bytes. */
const limitBytes = ({ settings }: Parts, limit: UploadLimit): number =>
  ({ picture: 20, pdf: settings.get(editionMegabytes), document: 20 })[limit] * megabyte;

/** What the slices keep of a person beside his account. */
const personalData: PersonalData[] = [paymentsData, clipsData];

/** Every job of the paper; a process that works on jobs works on all of them. */
export const jobs: Job<never>[] = [
  deliverMail,
  purgeOutbox,
  purgeSessions,
  remindOfEnd,
  pictureVariants,
  smallerVariants,
  sweepPictures,
  publishDueStories,
  purgeTrash,
  prepareEdition,
  purgeEditions,
  samplePicture,
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
  epaperRoutes(app);
  readerRoutes(app);
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new AppError('not_found', 'errors.notFound');
  });
  if (assets) await serveAssets(app, assets);
  if (pages) pageRoutes(app, parts, pages);
  return { app, calls };
}

// Built files carry their content in their name; the few others (favicon and the like) are asked for again by the hour.
async function serveAssets(app: FastifyInstance, root: string) {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    schemaHide: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
}
