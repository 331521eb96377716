import type { FastifyInstance } from 'fastify';
import { defaultLanguage, type Language, languages, pathIn, siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { sendRevalidated } from '#src/platform/http/fresh.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { offeredLanguages } from '#src/settings/languages.settings.ts';
import { themeColours } from '#src/ui/theme-colours.ts';
import { pathOfShared, sharedFields, sharePath } from '../share.rules.ts';

const manifestPath = '/manifest.webmanifest';
const png = (src: string, size: number, purpose: 'any' | 'maskable' | 'monochrome' = 'any') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/**
 * Serves the web app manifest, which makes the site installable, in each language, and receives what is shared with the
 * installed app. Decision 171.
 */
export function manifestRoutes(app: FastifyInstance): void {
  for (const language of siteLanguages) {
    app.get(pathIn(language, manifestPath), { schema: { hide: true } }, async (request, reply) => {
      const { ctx } = request;
      if (!offeredLanguages(ctx.settings).includes(language)) return reply.redirect(manifestPath);
      const body = JSON.stringify(manifestOf(ctx, language));
      return sendRevalidated(request, reply, { body, type: 'application/manifest+json', maxAgeSeconds: 3600 });
    });
    app.get<{ Querystring: Record<string, unknown> }>(
      pathIn(language, sharePath),
      { schema: { hide: true } },
      async ({ ctx, query }, reply) => {
        const shared = sharedFields.map((name) => [name, query[name]]).filter(([, value]) => typeof value === 'string');
        const here = offeredLanguages(ctx.settings).includes(language) ? language : defaultLanguage;
        const path = pathOfShared(Object.fromEntries(shared), ctx.config.siteUrl, here);
        return reply.header('cache-control', 'no-store').redirect(path, 303);
      },
    );
  }
}

// `id` and `scope` are the same in every language, and the paper's name is: it is one app in all languages.
function manifestOf({ settings }: Context, language: Language) {
  const name = settings.get(siteName);
  const t = translator(language);
  const at = (path: string) => pathIn(language, path);
  const shortcut = (label: string, path: string, icon: string) => ({
    name: label,
    url: at(path),
    icons: [png(`/shortcut-${icon}.png`, 192)],
  });
  const screenshot = (form: 'narrow' | 'wide', sizes: string) => ({
    src: `/screenshot-${form}.webp`,
    sizes,
    type: 'image/webp',
    form_factor: form,
    label: t('home.description', { site: name }),
  });
  return {
    id: '/',
    name,
    short_name: name,
    description: t('home.description', { site: name }),
    lang: language,
    dir: languages[language].direction,
    start_url: at('/news'),
    scope: '/',
    display: 'standalone',
    launch_handler: { client_mode: 'focus-existing' },
    background_color: themeColours.light,
    theme_color: themeColours.light, // pages name that of the dark theme too
    categories: ['news', 'magazines', 'education'],
    icons: [
      png('/icon-192.png', 192),
      png('/icon-512.png', 512),
      png('/icon-maskable-512.png', 512, 'maskable'),
      png('/badge-96.png', 96, 'monochrome'),
    ],
    screenshots: [screenshot('narrow', '432x768'), screenshot('wide', '896x560')],
    shortcuts: [
      shortcut(t('news.latest'), '/latest', 'latest'),
      shortcut(t('shell.ePaper'), '/e-paper', 'e-paper'),
      shortcut(t('shell.forYou'), '/for-you', 'for-you'),
      shortcut(t('shell.search'), '/search', 'search'),
    ],
    share_target: {
      action: at(sharePath),
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded', // the default, of which Chromium warns
      params: Object.fromEntries(sharedFields.map((field) => [field, field])),
    },
  };
}
