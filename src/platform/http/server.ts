import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Call, UploadLimit } from '#src/calls/call.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Actor, Context, Parts } from '../context.ts';
import { addressWithoutControlSigns, bodyWithoutControlSigns } from '../control-signs.ts';
import { AppError } from '../errors.ts';
import { type FormFiles, receiveForm, receivingFolder, removeReceived } from './forms.ts';
import { languageOf } from './language.ts';
import { answerProblem } from './problems.ts';
import { formFiles, guard } from './serve.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context;
    receivedFiles: string[];
  }
}

export interface HttpOptions {
  parts: Parts;
  log: FastifyBaseLogger;
  /** Finds out on whose behalf a request comes; a token that does not hold makes a visitor. */
  identify(request: FastifyRequest): Promise<Actor>;
  /** Largest size of an uploaded file, in bytes. */
  limitBytes(limit: UploadLimit): number;
  serverFactory?: FastifyServerOptions['serverFactory'];
}

/** The HTTP server with what every request passes: identity, guard, body, answer, failure. Routes come from the slices. */
export async function createServer(options: HttpOptions): Promise<FastifyInstance> {
  const { parts, log, identify, limitBytes } = options;
  const app = fastify({
    loggerInstance: log,
    ...(options.serverFactory && { serverFactory: options.serverFactory }),
    trustProxy: 'loopback', // a proxy on the same machine says who the visitor is; nobody else is believed
    requestTimeout: 0, // a slow line may need minutes for an edition; idle connections end by connectionTimeout
    connectionTimeout: 60_000,
    bodyLimit: 1_000_000,
    rewriteUrl: ({ url = '/' }) => addressWithoutControlSigns(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerProblem);

  await app.register(helmet, {
    contentSecurityPolicy: false, // pages bring their own with the hashes of their scripts; see page-policy.ts
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: parts.config.siteUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
  await app.register(multipart, {
    limits: { fieldSize: 1_000_000, fields: 60, files: 10, fileSize: Number.POSITIVE_INFINITY },
  });
  await describeApi(app);

  // A connection whose last answer ends while the server closes is idle a moment too late to be closed with the others;
  // it would hold the stop up until its keep-alive has passed.
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once('close', () => clearInterval(timer));
  });
  app.decorateRequest('ctx');
  app.decorateRequest('receivedFiles');
  app.addHook('onRequest', async (request) => {
    request.receivedFiles = [];
    const language = languageOf(request);
    request.ctx = {
      ...parts,
      log: request.log,
      actor: await identify(request),
      language,
      text: translator(language),
    };
    const { call } = request.routeOptions.config;
    if (!call) return;
    if (call.method !== 'GET') refuseOtherOrigins(request, parts.config.siteUrl);
    guard(request, call);
  });
  app.addHook('preValidation', async (request) => {
    const form = request.routeOptions.config.call?.form;
    const files = form && formFiles(form);
    const sent =
      files && request.isMultipart()
        ? await receiveForm(request, files, receivingFolder(parts.config.dataDir), limitBytes)
        : request.body;
    request.body = bodyWithoutControlSigns(sent);
    // After the cleaning, which could make a name out of another.
    if (files && !request.isMultipart()) refuseNamedFiles(request.body, files);
  });
  // Whoever has changed something and looks at a page next, on any node, sees it changed.
  app.addHook('onSend', async (request, reply) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && reply.statusCode < 400) await parts.changes.settle();
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    // Answers depend on the token; nothing between us and the page may keep them unless a route says so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  });
  app.addHook('onResponse', async (request) => {
    await removeReceived(request.receivedFiles);
  });
  // A slow or broken sender ends without an answer; what had arrived of its files goes too.
  app.addHook('onRequestAbort', async (request) => {
    await removeReceived(request.receivedFiles);
  });
  return app;
}

/**
 * Everything under /api must come from a contract: a route without one has no row in the table of who may do what.
 * Returns the table, which grows as routes are added.
 */
export function requireContracts(app: FastifyInstance): Call[] {
  const calls: Call[] = [];
  app.addHook('onRoute', ({ config, url, method }) => {
    if (config?.call && method !== 'HEAD') calls.push(config.call);
    const described = config?.call || url.startsWith('/api/docs') || url === '/api/openapi.json';
    if (url.startsWith('/api/') && url !== '/api/*' && !described)
      throw new Error(`${String(method)} ${url} has no contract`);
  });
  return calls;
}

// A received file is known by its path on our disk: a body that is no form could name any path as one.
function refuseNamedFiles(body: unknown, files: FormFiles) {
  if (typeof body !== 'object' || body === null) return;
  if (Object.keys(files).some((name) => Object.hasOwn(body, name)))
    throw new AppError('wrong_type', 'errors.contentType');
}

// A page of another site can send forms here; it cannot read our token, but this closes the door earlier.
function refuseOtherOrigins({ headers }: FastifyRequest, siteUrl: string) {
  const { origin, host } = headers;
  if (!origin || origin === siteUrl) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new AppError('forbidden', 'errors.otherOrigin');
}

async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'News Wing', version: '1', description: 'Every call of the newspaper. Errors have one shape.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
