import { z } from 'zod';
import { defineCall, Instant } from '#src/calls/call.ts';
import { contentMaxBytes, pageSlugs } from './standing-pages.rules.ts';

const Version = z.object({
  version: z.number().describe('0 is what the site came with'),
  author: z.string().nullable(),
  at: Instant.nullable(),
});
export type Version = z.infer<typeof Version>;

const ListedPage = Version.extend({ slug: z.enum(pageSlugs), title: z.string() });
export type ListedPage = z.infer<typeof ListedPage>;

export const EditedPage = Version.extend({
  slug: z.enum(pageSlugs),
  content: z.unknown().describe('What the page is made of; its parts differ from page to page'),
  facts: z.record(z.string(), z.string()).describe('What names such as {email} in the content stand for'),
});
export type EditedPage = z.infer<typeof EditedPage>;

const Slug = z.object({ slug: z.enum(pageSlugs) });
const VersionNumber = z.coerce.number().int().min(0).max(2_147_483_647);

/** The newest versions that are listed; older ones stay in the database. */
export const versionsListed = 100;

/** Each language has versions of its own; the request's language says which are meant. */
export const standingPagesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/pages',
    who: 'admin',
    summary: 'The standing pages, with who changed them last',
    reply: { 200: z.array(ListedPage) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/pages/:slug',
    who: 'admin',
    summary: 'The newest version of a page, as it is edited',
    params: Slug,
    reply: { 200: EditedPage },
  }),
  save: defineCall({
    method: 'PUT',
    path: '/api/pages/:slug',
    who: 'admin',
    summary: 'Save a new version, made from the version that is named; 409 with `current` when there is a newer one',
    params: Slug,
    body: z.object({ version: VersionNumber, content: z.unknown().meta({ maxBytes: contentMaxBytes }) }),
    reply: { 200: EditedPage },
  }),
  versions: defineCall({
    method: 'GET',
    path: '/api/pages/:slug/versions',
    who: 'admin',
    summary: 'Versions of a page, newest first, 100 at most',
    params: Slug,
    reply: { 200: z.array(Version) },
  }),
  version: defineCall({
    method: 'GET',
    path: '/api/pages/:slug/versions/:version',
    who: 'admin',
    summary: 'A page as it was',
    params: Slug.extend({ version: VersionNumber }),
    reply: { 200: EditedPage },
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/pages/:slug/versions/:version/restore',
    who: 'admin',
    summary: 'Make an old version the newest again, as a new one',
    params: Slug.extend({ version: VersionNumber }),
    body: z.object({ version: VersionNumber.describe('The version that is newest now') }),
    reply: { 200: EditedPage },
  }),
};
