import { defineLimit } from '#src/calls/call.ts';
import { isLanguage } from '#src/messages/languages.ts';
import { listPublicIds } from '#src/news/stories/server/stories.queries.ts';
import type { Config } from '#src/platform/config.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { type LinkState, probe } from '#src/platform/http/link-probe.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { listFileIds, listPictureStatements, listSimilar } from './checks.queries.ts';

const linksLimit = defineLimit({ name: 'link-checks', attempts: 60, perSeconds: 600, per: 'account' });
export const timeoutMs = 5000;
export const atOnce = 4;
const cacheMs = 5 * 60_000;
const mostCached = 1000;

// Cache for links to other sites, so that each change of a text does not request them again.
const caches = new WeakMap<Config, Map<string, { at: number; state: LinkState }>>();

/**
 * Whether links work. Those of this site are looked up in the database, others are requested, a few at a time, each for
 * five seconds at most. Throws `too_many_requests`.
 */
export async function checkLinks(ctx: Context, urls: string[]): Promise<{ url: string; state: LinkState }[]> {
  await ctx.limits.count(linksLimit, rateLimitKey(ctx));
  const asked = [...new Set(urls)];
  const waiting = [...asked];
  const states = new Map<string, LinkState>();
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) states.set(url, await stateOf(ctx, url));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return asked.map((url) => ({ url, state: states.get(url) ?? 'failed' }));
}

async function stateOf(ctx: Context, url: string): Promise<LinkState> {
  const { siteUrl } = ctx.config;
  if (!URL.canParse(url, siteUrl)) return 'failed';
  const target = new URL(url, siteUrl);
  if (target.origin === siteUrl) return ownState(ctx, target.pathname);
  const cache = caches.get(ctx.config) ?? new Map();
  caches.set(ctx.config, cache);
  const now = Date.now();
  const known = cache.get(target.href);
  if (known && now - known.at < cacheMs) return known.state;
  const state = await probe(target.href, { allowed: ctx.config.linkCheckHosts, timeoutMs });
  if (cache.size >= mostCached) cache.delete(cache.keys().next().value ?? '');
  cache.set(target.href, { at: now, state });
  return state;
}

// Only stories are looked up: the addresses of other pages hardly ever change.
async function ownState({ db }: Context, path: string): Promise<LinkState> {
  const [, prefix, id] = /^(?:\/([a-z]{2}))?\/news\/(\d{1,9})\/?$/.exec(path) ?? [];
  if (!id || (prefix !== undefined && !isLanguage(prefix))) return 'found';
  return (await listPublicIds(db, [Number(id)])).length ? 'found' : 'missing';
}

const duplicateDays = 14;

/** Stories with the same or a similar title; those that are not public only for the desk. */
export async function findDuplicates(
  ctx: Context,
  { title, language, id }: { title: string; language: string; id?: number | undefined },
) {
  const { role } = requireUser(ctx);
  if (!title.trim()) return [];
  const since = addDays(ctx.now(), -duplicateDays);
  return listSimilar(ctx.db, { title, language, id, since, onlyPublic: !isAllowed(role, 'desk') }, 5);
}

interface References {
  pictures: number[];
  stories: number[];
  files: number[];
  /** File name of the lead picture; empty if there is none. */
  lead: string;
}

/** What is wrong with the pictures, files and stories that a story refers to. */
export async function checkReferences({ db }: Context, { pictures, stories, files, lead }: References) {
  const name = lead.replace(/\.jpg$/, '');
  const statements = pictures.length || name ? await listPictureStatements(db, pictures, name) : [];
  const found = statements.filter(({ id }) => pictures.includes(id));
  const known = {
    pictures: new Set(found.map(({ id }) => id)),
    files: new Set(files.length ? await listFileIds(db, files) : []),
    stories: new Set(stories.length ? await listPublicIds(db, stories) : []),
  };
  const leading = statements.find((picture) => picture.name === name);
  return {
    missing_pictures: pictures.filter((id) => !known.pictures.has(id)),
    missing_files: files.filter((id) => !known.files.has(id)),
    missing_stories: stories.filter((id) => !known.stories.has(id)),
    without_alt: found.filter(({ alt }) => !alt.trim()).map(({ id }) => id),
    without_credit: found.filter(({ credit }) => !credit.trim()).map(({ id }) => id),
    lead: leading ? { id: leading.id, without_alt: !leading.alt.trim(), without_credit: !leading.credit.trim() } : null,
  };
}
