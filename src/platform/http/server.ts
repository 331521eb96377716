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
import type { Config } from '../config.ts';
import type { Actor, Context, Parts } from '../context.ts';
import { addressWithoutControlSigns, bodyWithoutControlSigns } from '../control-signs.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { addressKey, withoutPort } from './address.ts';
import { type CallBounds, formFiles, formParts, refuseOverlong } from './call-bounds.ts';
import { watchEventLoop } from './event-loop.ts';
import { type FormFiles, formBytes, receiveForm, receivingFolder, removeReceived } from './forms.ts';
import { addHeaders } from './headers.ts';
import { languageOf } from './language.ts';
import { answerProblem } from './problems.ts';
import { readableAddress } from './readable-address.ts';
import { watchReceiving } from './receiving.ts';
import { guard } from './serve.ts';
import { takeTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context;
    receivedFiles: string[];
    /** Why the call was refused, once it was. */
    refusal: ErrorCode | undefined;
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
    trustProxy: trusted(parts.config.trustProxy),
    requestTimeout: 0, // a slow line may need minutes for an edition; idle connections end by connectionTimeout
    connectionTimeout: 60_000,
    bodyLimit: 4096, // each call has its own, from its contract
    rewriteUrl: ({ url = '/' }) => readableAddress(addressWithoutControlSigns(url)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler(async () => {
    throw new AppError('not_found', 'errors.notFound');
  });

  await app.register(helmet, {
    contentSecurityPolicy: false, // pages bring their own with the hashes of their scripts; see page-policy.ts
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: parts.config.siteUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
  await app.register(multipart); // each form has its own limits, from its contract
  await describeApi(app);

  // A connection whose last answer ends while the server closes is idle a moment too late to be closed with the others;
  // it would hold the stop up until its keep-alive has passed.
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once('close', () => clearInterval(timer));
  });
  watchEventLoop(app);
  warnOfProxies(app);
  const bodies = watchReceiving();
  app.addHook('preClose', async () => bodies.finish());
  app.addHook('onClose', async () => bodies.close());
  const largestBody = (call: Call | undefined, bounds: CallBounds | undefined) =>
    call?.form ? formBytes(formParts(bounds?.body, formFiles(call.form), limitBytes)) : (bounds?.jsonBytes ?? 0);
  app.decorateRequest('ctx');
  app.decorateRequest('receivedFiles');
  app.decorateRequest('refusal');
  app.addHook('onRequest', async (request, reply) => {
    request.receivedFiles = [];
    refuseSeveralHosts(request);
    const language = languageOf(request);
    request.ctx = {
      ...parts,
      log: request.log,
      actor: await identify(request),
      address: addressKey(request.ip),
      client: { address: withoutPort(request.ip), userAgent: request.headers['user-agent'] ?? '' },
      language,
      text: translator(language),
    };
    const { call, bounds } = request.routeOptions.config;
    if (call && call.method !== 'GET') refuseOtherOrigins(request, parts.config.siteUrl);
    if (call) guard(request, call);
    if (call?.limit) await parts.limits.count(call.limit, request.ctx.address);
    if (hasBody(request)) await bodies.watch(request.raw, reply.raw, request.ctx.address, largestBody(call, bounds));
  });
  app.addHook('preValidation', async (request) => {
    const { call, bounds } = request.routeOptions.config;
    const files = call?.form && formFiles(call.form);
    const sent =
      files && request.isMultipart()
        ? await receiveForm(request, formParts(bounds?.body, files, limitBytes), receivingFolder(parts.config.dataDir))
        : request.body;
    request.body = bodyWithoutControlSigns(sent);
    // After the cleaning, which could make a name out of another.
    if (files && !request.isMultipart()) refuseNamedFiles(request.body, files);
    if (bounds) refuseOverlong(request, bounds);
  });
  takeTurns(app);
  // Whoever has changed something and looks at a page next, on any node, sees it changed.
  app.addHook('onSend', async (request, reply) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && reply.statusCode < 400) await parts.changes.settle();
  });
  addHeaders(app);
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

// Whose word on the visitor's address is taken: proxies by their networks, or by how many there are on the way.
const trusted = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

// Behind a proxy that is not trusted, all readers are counted as one.
function warnOfProxies(app: FastifyInstance) {
  let warned = false;
  app.addHook('onRequest', async ({ headers, ip, ips = [] }) => {
    const isBelieved = ips.length > 1; // beside the socket's own
    if (warned || headers['x-forwarded-for'] === undefined || isBelieved) return;
    warned = true;
    app.log.warn({ proxy: ip }, 'X-Forwarded-For is not believed: set TRUST_PROXY if this is a proxy of yours');
  });
}

// A proxy before us may have read the other one (RFC 9112, 3.2); Node's parser keeps the first.
function refuseSeveralHosts({ raw }: FastifyRequest) {
  const hosts = raw.rawHeaders.filter((header, place) => place % 2 === 0 && header.toLowerCase() === 'host');
  if (hosts.length > 1) throw new AppError('bad_request', 'errors.badRequest');
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

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
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (policy) =>
      policy
        .replaceAll(/ (https:|validator\.swagger\.io)(?=[ ;])/g, '') // no other hosts
        .replace("base-uri 'self'", "base-uri 'none'"),
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
