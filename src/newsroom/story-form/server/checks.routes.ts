import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { checksCalls } from '../checks.contract.ts';
import { checkLinks, checkReferences, findDuplicates } from './checks.service.ts';

/** Checks of a story before its publication. */
export function checksRoutes(app: FastifyInstance): void {
  serve(app, checksCalls.links, async ({ ctx, body }) => ({ links: await checkLinks(ctx, body.urls) }));
  serve(app, checksCalls.duplicates, async ({ ctx, body }) => ({ stories: await findDuplicates(ctx, body) }));
  serve(app, checksCalls.references, ({ ctx, body }) => checkReferences(ctx, body));
}
