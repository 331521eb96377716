import { defaultLanguage, isSiteLanguage } from '#src/messages/languages.ts';
import { listAuthorSlugs } from '#src/news/authors/server/authors.queries.ts';
import { type FeedOf, feedKinds, feedPath } from '#src/news/feeds/feeds.rules.ts';
import * as publication from '#src/news/stories/server/publication.service.ts';
import { listTopicSlugs } from '#src/news/topics/server/topics.queries.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { listFeedKeys } from './reading.queries.ts';
import { prepareSharePicture } from './share.service.ts';

/** Renders the preview picture of a story (og:image). */
export const sharePicture: Job<{ storyId: number }> = {
  name: publication.sharePicture.name,
  title: 'jobs.sharePicture',
  retries: 2,
  run: (ctx, { storyId }) => prepareSharePicture(ctx, storyId),
};

export const hubMs = 20_000;

/**
 * Notifies the WebSub hub that the feeds of the site and of the stories' categories have changed, in the stories'
 * languages and the default one. Subscribers of other feeds that show these stories poll them. The hub fetches the
 * feeds and distributes what is new (WebSub, section 7).
 */
export const notifyHub: Job<{ stories: number[] }> = {
  name: publication.notifyHub.name,
  title: 'jobs.notifyHub',
  lateSeconds: 5, // including retries, while the hub does not respond
  async run({ config, db, log, job }, { stories }) {
    if (!config.websubHub) return;
    const form = new URLSearchParams({ 'hub.mode': 'publish' });
    const keys = await listFeedKeys(db, stories);
    const languages = new Set([defaultLanguage, ...keys.map(({ language }) => language).filter(isSiteLanguage)]);
    const categories = new Set(keys.flatMap(({ slug }) => slug ?? []));
    const feeds: (FeedOf | undefined)[] = [
      undefined,
      ...[...categories].map((slug) => ({ scope: 'category' as const, slug })),
      ...(await listAuthorSlugs(db, stories)).map((slug) => ({ scope: 'author' as const, slug })),
      ...(await listTopicSlugs(db, stories)).map((slug) => ({ scope: 'topic' as const, slug })),
    ];
    for (const language of languages)
      for (const of of feeds)
        for (const kind of feedKinds) form.append('hub.url', config.siteUrl + feedPath(kind, of, language));
    const signal = AbortSignal.any([AbortSignal.timeout(hubMs), ...(job ? [job.signal] : [])]);
    const response = await fetch(config.websubHub, { method: 'POST', body: form, redirect: 'error', signal });
    await response.body?.cancel(); // not read: it may have any length
    if (!response.ok) throw new Error(`The hub responded with ${response.status}`);
    log.info({ hub: config.websubHub }, 'WebSub hub notified');
  },
};
