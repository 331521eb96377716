import { addEdition } from '../factories/editions.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { publish, submit } from '../factories/submissions.ts';
import { expect, test } from './fixtures.ts';

const pages = {
  visitor: (ids: Ids) => [
    '/',
    '/college',
    '/university',
    '/about',
    '/contact',
    '/editorial-policy',
    '/privacy',
    '/terms',
    '/grievance',
    '/enroll',
    '/enroll/thanks',
    '/news',
    `/news/${ids.story}`,
    '/category/sports-news',
    '/category/sports-news/subcategory/cricket',
    '/register',
    '/login',
    '/admin',
    '/forgot-password',
    '/reset-password',
    '/guardian',
    '/payment?plan=weekly',
    '/e-paper',
    '/e-paper/search?q=onion',
    `/e-paper/${ids.edition}`,
    `/e-paper/${ids.edition}?page=3`,
    '/publication',
    '/research',
    `/research/${ids.essay}`,
    '/verify/none',
    '/offline',
    '/nothing/here',
  ],
  reader: (ids: Ids) => ['/profile/edit', '/profile/security', '/payment', '/publication', `/e-paper/${ids.edition}`],
  admin: (ids: Ids) => [
    '/admin-news',
    '/admin-create',
    `/admin/edit/${ids.story}`,
    '/admin/drafts',
    '/admin/trash',
    '/admin/people',
    '/admin/audit',
    '/admin/payments',
    '/admin/statements',
    '/admin/editions',
    '/pdf-upload',
    '/admin/enquiries',
    '/admin/grievances',
    '/admin/pages',
    '/admin/pages/about',
    '/admin/settings',
    '/publication',
    '/profile/edit',
  ],
};

interface Ids {
  story: number;
  edition: number;
  essay: number;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const [language, prefix] of [
    ['English', ''],
    ['Urdu', '/ur'],
  ] as const)
    for (const role of ['visitor', 'reader', 'admin'] as const)
      test(`every page of a ${role} in ${language} has one heading and a title, fits, and axe finds nothing`, async ({
        page,
        site,
        login,
        checkAccessibility,
        checkBothThemes,
      }) => {
        test.setTimeout(300_000);
        const editor = await site.as('editor');
        const image = await pictureFile(1200, 800, 'jpeg');
        const story = await createStory(editor, { news_title: 'Nets at dawn', image });
        const edition = await addEdition(editor, ['Night final', 'Onion mandi', 'Onion prices', 'The weather']);
        const essay = await publish(site);
        await submit(await site.as('reader'));
        if (role !== 'visitor') await login(role);
        for (const path of pages[role]({ story: story.id, edition, essay: essay.id }))
          await test.step(path, async () => {
            await page.goto(prefix + path);
            await page.waitForLoadState('networkidle');
            await expect(page.locator('h1:not(aside h1)')).toHaveCount(1); // a preview has a headline of its own
            await expect(page).toHaveTitle(/.+ - .+|News Wing/);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
            await (language === 'English' ? checkBothThemes() : checkAccessibility());
          });
      });
});
