import type { Page } from '@playwright/test';
import { pageSlugs } from '#src/static-pages/static-pages.rules.ts';
import { addArticles } from '../factories/editions.ts';
import { createLinkedPages } from '../factories/linked-pages.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { publish, submit } from '../factories/submissions.ts';
import { expect, loaded, test } from './fixtures.ts';

const pages = {
  visitor: (ids: Ids) => [
    '/',
    ...pageSlugs.map((slug) => `/${slug}`),
    '/enroll',
    '/enroll/thanks',
    '/news',
    `/news/${ids.story}`,
    ...ids.linked,
    '/latest',
    '/category/sports-news',
    '/category/sports-news/subcategory/cricket',
    '/register',
    '/login',
    '/admin',
    '/forgot-password',
    '/reset-password',
    '/take-email-back',
    '/guardian',
    `/news/${ids.story}/letter`,
    `/news/${ids.story}/letters`,
    '/confirm-letter',
    '/newsletters',
    '/newsletters/confirm',
    '/newsletters/leave',
    '/search?q=nets',
    '/payment?plan=weekly',
    '/e-paper',
    '/e-paper/search?q=onion',
    `/e-paper/${ids.edition}`,
    `/e-paper/${ids.edition}?page=3`,
    `/e-paper/${ids.edition}/contents`,
    `/e-paper/${ids.edition}/articles/1/1`,
    `/clip/${ids.clip}`,
    '/publication',
    '/research',
    '/how-we-decide',
    `/research/${ids.essay}`,
    '/verify/none',
    '/offline',
    '/for-you',
    '/nothing/here',
  ],
  reader: (ids: Ids) => [
    '/profile/edit',
    '/profile/security',
    '/profile/readers',
    '/confirm-email',
    '/payment',
    '/publication',
    `/e-paper/${ids.edition}`,
  ],
  admin: (ids: Ids) => [
    '/admin-news',
    '/admin-create',
    `/admin/edit/${ids.story}`,
    `/admin/edit/${ids.story}/history`,
    `/admin/edit/${ids.story}/live`,
    `/admin/edit/${ids.story}/preview`,
    '/admin/stories',
    '/admin/stories?state=published&sort=title',
    '/admin/drafts',
    '/admin/trash',
    '/admin/media',
    '/admin/plan',
    '/admin/authors',
    '/admin/topics',
    '/admin/series',
    '/admin/categories',
    '/admin/people',
    '/admin/audit',
    '/admin/jobs',
    '/admin/payments',
    '/admin/payments/months',
    '/admin/statements',
    '/admin/editions',
    '/pdf-upload',
    '/compose',
    '/admin/letters',
    '/admin/newsletters',
    '/admin/newsletters/figures',
    '/admin/enquiries',
    '/admin/grievances',
    '/admin/pages',
    '/admin/pages/about',
    '/admin/settings',
    '/admin/health',
    '/publication',
    '/profile/edit',
  ],
};

interface Ids {
  story: number;
  edition: number;
  essay: number;
  clip: string;
  linked: string[];
}

// The pages above that answer 404.
const missing = ['/verify/none', '/nothing/here'];

/** Checks that an indexable page has each metadata tag once; private pages are noindex instead. */
async function checkHead(page: Page, path: string) {
  if ((await page.locator('meta[name="robots"][content^="noindex"]').count()) > 0) return;
  const properties = ['og:title', 'og:description', 'og:url', 'og:image'].map((name) => `meta[property="${name}"]`);
  for (const tag of ['meta[name="description"]', 'link[rel="canonical"]', 'meta[name="twitter:card"]', ...properties])
    await expect(page.locator(tag), `${path} ${tag}`).toHaveCount(1);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  // Pages of the newsroom and of readers are also checked in their own journeys.
  const roles = process.env.THOROUGH ? (['visitor', 'reader', 'admin'] as const) : (['visitor'] as const);
  const languages = { English: '', ...(process.env.THOROUGH && { Urdu: '/ur' }) };
  for (const [language, prefix] of Object.entries(languages))
    for (const role of roles)
      test(`every page of a ${role} in ${language} has one h1 and a title, fits, and has no axe violations`, {
        tag: '@core',
      }, async ({ page, site, login, checkAccessibility }) => {
        test.setTimeout(300_000);
        const editor = await site.as('editor');
        const image = await pictureFile(1200, 800, 'jpeg');
        const story = await createStory(editor, { news_title: 'Nets at dawn', image });
        const texts = ['Night final', 'Onion mandi', 'Onion prices', 'The weather'];
        const edition = await addArticles(
          editor,
          texts.map((headline) => [{ headline, text: 'Many people saw it on the quay. '.repeat(9) }]),
        );
        const essay = await publish(site);
        await submit(await site.as('reader'));
        const region = { page: 1, left: 0, top: 0, right: 0.5, bottom: 0.25 };
        const clip = (await editor.json('POST', `/api/editions/${edition}/clips`, region)).body.code;
        const linked = await createLinkedPages(editor);
        if (role !== 'visitor') await login(role);
        for (const path of pages[role]({ story: story.id, edition, essay: essay.id, clip, linked }))
          await test.step(path, async () => {
            const answer = await page.goto(prefix + path);
            expect(answer?.status()).toBe(missing.includes(path) ? 404 : 200);
            await loaded(page);
            await expect(page).toHaveURL(prefix && path === '/' ? prefix : prefix + path);
            await checkHead(page, path);
            await expect(page.locator('h1:not(aside h1)')).toHaveCount(1); // a preview has its own h1
            await expect(page).toHaveTitle(/.+ - .+|News Wing/);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
            // A list must fit its container too: on a phone its rows are laid out as entries.
            const lists = page.locator('.list-table');
            expect(await lists.evaluateAll((all) => all.filter(({ scrollWidth }) => scrollWidth > 328))).toEqual([]);
            await checkAccessibility(page, language === 'Urdu' ? ['words'] : ['dark', 'light']); // same colours as in English
          });
      });
});
