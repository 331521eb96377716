import { z } from 'zod';
import { defineCall, Instant } from '#src/calls/call.ts';
import { contentMaxBytes, pageSlugs } from './static-pages.rules.ts';

const Version = z.object({
  version: z.number().describe('0 is the default of the release'),
  author: z.string().nullable(),
  at: Instant.nullable(),
});
export type Version = z.infer<typeof Version>;

const ListedPage = Version.extend({ slug: z.enum(pageSlugs), title: z.string() });
export type ListedPage = z.infer<typeof ListedPage>;

export const EditedPage = Version.extend({
  slug: z.enum(pageSlugs),
  content: z.unknown().describe('Content of the page; its fields depend on the page'),
  facts: z.record(z.string(), z.string()).describe('Values of placeholders such as {email}'),
});
export type EditedPage = z.infer<typeof EditedPage>;

const Slug = z.object({ slug: z.enum(pageSlugs) });
const VersionNumber = z.coerce.number().int().min(0).max(2_147_483_647);

/** Maximum number of listed versions; older ones stay in the database. */
export const versionsListed = 100;

/** Each language has separate versions; the calls use the request's language. */
export const staticPagesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/pages',
    who: 'admin',
    summary: 'The static pages, with their last editor',
    reply: { 200: z.array(ListedPage) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/pages/:slug',
    who: 'admin',
    summary: 'The newest version of a page, for the editor',
    params: Slug,
    reply: { 200: EditedPage },
  }),
  save: defineCall({
    method: 'PUT',
    path: '/api/pages/:slug',
    who: 'admin',
    summary: 'Save a new version based on the given one; 409 with `current` if there is a newer one',
    params: Slug,
    body: z.object({ version: VersionNumber, content: z.unknown().meta({ maxBytes: contentMaxBytes }) }),
    reply: { 200: EditedPage },
  }),
  versions: defineCall({
    method: 'GET',
    path: '/api/pages/:slug/versions',
    who: 'admin',
    summary: 'Versions of a page, newest first, at most 100',
    params: Slug,
    reply: { 200: z.array(Version) },
  }),
  version: defineCall({
    method: 'GET',
    path: '/api/pages/:slug/versions/:version',
    who: 'admin',
    summary: 'An old version of a page',
    params: Slug.extend({ version: VersionNumber }),
    reply: { 200: EditedPage },
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/pages/:slug/versions/:version/restore',
    who: 'admin',
    summary: 'Restore an old version as a new one',
    params: Slug.extend({ version: VersionNumber }),
    body: z.object({ version: VersionNumber.describe('The newest version that the editor knows') }),
    reply: { 200: EditedPage },
  }),
};
