import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Call, UploadLimit } from '#src/calls/call.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Actor } from '../actor.ts';
import type { Context, Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { addressWithoutControlCharacters, bodyWithoutControlCharacters } from '../text/control-characters.ts';
import { killedBy } from '../workers/pool.ts';
import { addressKey, networkKey, withoutPort } from './address.ts';
import { documentApi, isApiDocument } from './api-documents.ts';
import { watchBodyTimeouts } from './body-timeouts.ts';
import { limitConcurrency } from './concurrency.ts';
import { disconnectSignal } from './disconnect.ts';
import { watchEventLoop } from './event-loop.ts';
import { type FormFiles, formBytes, receiveForm, removeTemporaryFiles, uploadTempFolder } from './forms.ts';
import { addHeaders } from './headers.ts';
import { languageOf } from './language.ts';
import { type Observers, observeRequests, requestLog } from './observe-requests.ts';
import { limitPipelining } from './pipelining.ts';
import { sendProblem } from './problems.ts';
import { refundInvalid, requireProof } from './proofs.ts';
import { escapeInvalidPercent } from './readable-address.ts';
import { requestIdOf, trustedProxies } from './request-id.ts';
import { checkLengths, formFiles, formParts, type RequestLimits } from './request-limits.ts';
import { guard } from './serve.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context;
    receivedFiles: string[];
    /** Why the request was refused, once it was. */
    problem: AppError | undefined;
  }
}

export interface HttpOptions {
  services: Services;
  log: FastifyBaseLogger;
  observers: Observers;
  /** Authenticates a request; without a valid token the actor is a visitor. */
  identify(request: FastifyRequest): Promise<Actor>;
  /** Largest size of an uploaded file, in bytes. */
  limitBytes(limit: UploadLimit): number;
  serverFactory?: FastifyServerOptions['serverFactory'];
}

/** How long a connection may be silent. */
export const idleMs = 60_000;

/** Creates the server with the common hooks: authentication, guard, body, answer, errors. Slices add routes. */
export async function createServer(options: HttpOptions): Promise<FastifyInstance> {
  const { services, log, observers, identify, limitBytes } = options;
  const isTrusted = trustedProxies(services.config.trustProxy);
  const app = fastify({
    loggerInstance: log,
    ...(options.serverFactory && { serverFactory: options.serverFactory }),
    trustProxy: services.config.trustProxy !== false && isTrusted,
    genReqId: (request) => requestIdOf(request, isTrusted),
    childLoggerFactory: (logger, { [requestIdLabel]: id }, options) => requestLog(logger, String(id), options),
    // Node stops listening first, so this concerns requests on open connections: they are answered, and then closed.
    return503OnClosing: false,
    requestTimeout: 0, // an edition may take minutes on a slow connection
    connectionTimeout: idleMs,
    bodyLimit: 4096, // default; each call sets its own limit from its contract
    rewriteUrl: ({ url = '/' }) => escapeInvalidPercent(addressWithoutControlCharacters(url)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: requestIdLabel }),
  });
  observeRequests(app, observers, isTrusted);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(async () => {
    throw new AppError('not_found', 'errors.notFound');
  });

  await app.register(helmet, {
    contentSecurityPolicy: false, // set by headers.ts and content-security-policy.ts
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: services.config.siteUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  await app.register(compress, { encodings: ['zstd', 'br', 'gzip'], threshold: 1024 });
  await app.register(multipart); // each form sets its own limits from its contract
  await documentApi(app);

  closeWhenIdle(app);
  app.addHook('onReady', async () => limitPipelining(app.server)); // once everything that answers is registered
  watchEventLoop(app);
  warnOfUntrustedProxies(app);
  const bodies = watchBodyTimeouts();
  app.addHook('preClose', async () => bodies.shutDown());
  app.addHook('onClose', async () => bodies.close());
  const largestBody = (call: Call | undefined, bounds: RequestLimits | undefined) =>
    call?.form ? formBytes(formParts(bounds?.body, formFiles(call.form), limitBytes)) : (bounds?.jsonBytes ?? 0);
  app.decorateRequest('ctx');
  app.decorateRequest('receivedFiles');
  app.decorateRequest('problem');
  app.addHook('onRequest', async (request, reply) => {
    request.receivedFiles = [];
    request.ctx = visitorContext(services, request);
    // Errors from here on are answered by hooks that need the context.
    rejectSeveralHosts(request);
    request.ctx.actor = await identify(request);
    const { call, bounds } = request.routeOptions.config;
    if (call && call.method !== 'GET') rejectOtherOrigins(request, services.config.siteUrl);
    if (call) guard(request, call);
    if (call?.limit) await services.limits.count(call.limit, request.ctx.address);
    if (call && bounds) rejectTooLarge(request, call, bounds);
    if (call) await requireProof(request, call);
    if (hasBody(request))
      await bodies.watch(request.raw, reply.raw, networkKey(request.ctx.address), largestBody(call, bounds));
  });
  app.addHook('preValidation', async (request, reply) => {
    const { call, bounds } = request.routeOptions.config;
    const files = call?.form && formFiles(call.form);
    // The work on what a client sends ends when it disconnects, as its temporary files are removed then.
    if (files) request.ctx.workers = killedBy(services.workers, disconnectSignal(reply));
    const parts = files && request.isMultipart() && formParts(bounds?.body, files, limitBytes);
    const received = parts
      ? await receiveForm(request, parts, uploadTempFolder(services.config.dataDir))
      : request.body;
    request.body = bodyWithoutControlCharacters(received);
    // After control characters have been removed, since that can turn one name into another.
    if (files && !parts) rejectFileFields(request.body, files);
    if (bounds) checkLengths(request, bounds);
  });
  limitConcurrency(app);
  refundInvalid(app);
  // After a change, the client's next request for a page must show it, on any node.
  app.addHook('onSend', async (request, reply) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && reply.statusCode < 400)
      await services.pageInvalidation.waitForReplicas();
  });
  addHeaders(app);
  app.addHook('onResponse', async (request) => {
    bodies.watchRest(request.raw); // of one that was refused before it was read
    await removeTemporaryFiles(request.receivedFiles);
  });
  // An aborted request has no response; its temporary files are removed too.
  app.addHook('onRequestAbort', async (request) => {
    await removeTemporaryFiles(request.receivedFiles);
  });
  return app;
}

/**
 * Requires a contract for every route under /api, since the contract declares who may call it. Returns the list of
 * calls, which grows as routes are added.
 */
export function requireContracts(app: FastifyInstance): Call[] {
  const calls: Call[] = [];
  app.addHook('onRoute', ({ config, url, method }) => {
    if (config?.call && method !== 'HEAD') calls.push(config.call);
    if (config?.call?.proof && !config.call.limit) throw new Error(`${url} asks for a proof of work without a limit`);
    if (url.startsWith('/api/') && url !== '/api/*' && !config?.call && !isApiDocument(url))
      throw new Error(`${String(method)} ${url} has no contract`);
  });
  return calls;
}

const requestIdLabel = 'request_id';

// A connection whose last answer ends while the server closes becomes idle too late to be closed with the others, and
// would delay the shutdown until its keep-alive timeout.
function closeWhenIdle(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once('close', () => clearInterval(timer));
  });
}

function visitorContext(services: Services, request: FastifyRequest): Context {
  const language = languageOf(request);
  return {
    ...services,
    log: request.log,
    requestId: request.id,
    actor: { role: 'visitor' },
    address: addressKey(request.ip),
    client: { address: withoutPort(request.ip), userAgent: request.headers['user-agent'] ?? '' },
    language,
    text: translator(language),
  };
}

// Behind an untrusted proxy, all clients share one rate-limit key.
function warnOfUntrustedProxies(app: FastifyInstance) {
  let warned = false;
  app.addHook('onRequest', async ({ headers, ip, ips = [], log }) => {
    const isTrusted = ips.length > 1; // more than the socket's address
    if (warned || headers['x-forwarded-for'] === undefined || isTrusted) return;
    warned = true;
    log.warn({ proxy: ip }, 'X-Forwarded-For is not trusted: set TRUST_PROXY if this proxy is yours');
  });
}

// A proxy in front of us may have used another Host header than Node, which uses the first (RFC 9112, 3.2).
function rejectSeveralHosts({ raw }: FastifyRequest) {
  const hosts = raw.rawHeaders.filter((header, place) => place % 2 === 0 && header.toLowerCase() === 'host');
  if (hosts.length > 1) throw new AppError('bad_request', 'errors.badRequest');
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

// Fastify's parser would also end the connection, which proxies take for a failure of the site: they answer 502, and may
// give the node no requests for a while. The rest of the body is read and discarded. Forms have another limit.
function rejectTooLarge(request: FastifyRequest, { method, form }: Call, { jsonBytes }: RequestLimits) {
  const isForm = form && /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''); // not parsed yet
  if (method !== 'GET' && !isForm && Number(request.headers['content-length'] ?? 0) > jsonBytes)
    throw new AppError('too_large', 'errors.formTooLarge');
}

// A received file is identified by its path on our disk: a JSON body could pass any path as a file.
function rejectFileFields(body: unknown, files: FormFiles) {
  if (typeof body !== 'object' || body === null) return;
  if (Object.keys(files).some((name) => Object.hasOwn(body, name)))
    throw new AppError('wrong_type', 'errors.contentType');
}

// CSRF: another site's page can send forms here. It cannot read our token; this check is a second defence.
function rejectOtherOrigins({ headers }: FastifyRequest, siteUrl: string) {
  const { origin, host } = headers;
  if (!origin || origin === siteUrl) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new AppError('forbidden', 'errors.otherOrigin');
}
