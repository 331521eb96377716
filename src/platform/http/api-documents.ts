import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type Bodies, bodyIn, createBodies, encodingFor } from '../cache/compressed-bodies.ts';
import { AppError } from '../errors.ts';

const description = '/api/openapi.json';
const pages = '/api/docs';

/** Whether a route has no contract since it documents those of the others. */
export const isApiDocument = (url: string): boolean => url === description || url.startsWith(pages);

// Only these paths: every other spelling of a file's path would be one more document in memory.
const knownPath = /^\/api\/(?:openapi\.json|docs(?:\/(?:json|yaml|static\/[a-z\d-]+\.[a-z]+)?)?)$/;

interface ApiDocument {
  headers: Record<string, string>;
  bodies: Bodies;
}

/**
 * Serves the description of all calls and the pages that show it. They are megabytes that never change while the site
 * runs, so each is made once, when it is first asked for, and compressed once.
 */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'News Wing', version: '1', description: 'Every call of the API. All errors have the same shape.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  const documents = new Map<string, ApiDocument>();
  let source: FastifyInstance | undefined;
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    if (!knownPath.test(path)) throw new AppError('not_found', 'errors.notFound');
    source ??= documentSource(app);
    const document = documents.get(path) ?? (await makeDocument(source, path));
    documents.set(path, document);
    const encoding = encodingFor(document.bodies, request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .headers({ ...document.headers, vary: 'accept-encoding' })
      .send(await bodyIn(document.bodies, encoding));
  };
  for (const url of [description, pages, `${pages}/*`]) app.get(url, { schema: { hide: true } }, send);
}

/** A server of its own, which never listens: the pages' plugin reads and renders at each request. */
function documentSource(app: FastifyInstance): FastifyInstance {
  const source = fastify();
  source.register(swagger, { mode: 'static', specification: { document: app.swagger() as never } });
  source.register(swaggerUi, {
    routePrefix: pages,
    staticCSP: true,
    transformStaticCSP: (policy) =>
      policy
        .replaceAll(/ (https:|validator\.swagger\.io)(?=[ ;])/g, '') // no other hosts
        .replace("base-uri 'self'", "base-uri 'none'"),
  });
  source.get(description, async () => app.swagger());
  return source;
}

async function makeDocument(source: FastifyInstance, path: string): Promise<ApiDocument> {
  const { statusCode, headers, rawPayload } = await source.inject(path);
  if (statusCode !== 200) throw new AppError('not_found', 'errors.notFound');
  const kept = ['content-type', 'content-security-policy'].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
  );
  return { headers: Object.fromEntries(kept), bodies: createBodies(rawPayload) };
}
