import type { Locator, Page } from '@playwright/test';
import { pathIn } from '#src/messages/languages.ts';
import { addEdition } from '../factories/editions.ts';
import { sendEnquiry } from '../factories/enquiries.ts';
import { fileGrievance } from '../factories/grievances.ts';
import { printedStory } from '../factories/newspapers.ts';
import { declarePayment } from '../factories/payments.ts';
import { createStory } from '../factories/stories.ts';
import { decide, publish, submit } from '../factories/submissions.ts';
import { expect, test, waitForHydration } from './fixtures.ts';
import { translator } from './texts.ts';

// Page states of the journeys, reached by the shortest way; every-page.e2e.ts covers the initial states. axe finds no
// violations in light, in dark and from right to left.

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).first();

// More goes wrong from right to left.
for (const language of process.env.THOROUGH ? (['en', 'ur'] as const) : (['ur'] as const))
  test.describe(language, () => {
    const t = translator(language);
    const at = (path: string) => pathIn(language, path);

    test('error pages: forbidden, not found, gone, rate-limited, failed and offline', async ({
      page,
      site,
      context,
      login,
      consoleErrors,
      checkAccessibility,
    }) => {
      test.slow();
      const work = await publish(site);
      await decide(await site.as('editor'), work.id, 'rejected');
      await login('editor');
      const see = async (title: string) => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await checkAccessibility();
      };
      await page.goto(at('/admin/people'));
      await see(t('shell.forbiddenTitle'));
      await page.goto(at('/nothing/here'));
      await see(t('shell.notFoundTitle'));
      await expect(page.getByRole('main').getByRole('searchbox', { name: t('shell.search') })).toBeVisible();
      await page.goto(at(`/research/${work.id}`));
      await see(t('shell.goneTitle'));
      for (const [status, title] of [
        [429, t('shell.tooManyTitle')],
        [500, t('shell.errorTitle')],
      ] as const) {
        await page.goto(at('/news'));
        await waitForHydration(page);
        await page.route('**/grievance.data**', (route) => route.fulfill({ status, body: '' }));
        await page
          .getByRole('contentinfo')
          .getByRole('link', { name: t('shell.grievance'), exact: true })
          .click();
        await see(title);
      }
      await page.goto(at('/admin-news'));
      await waitForHydration(page);
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('shell.newsletters'), exact: true })
        .click();
      await see(t('newsletters.newsletters'));
      await context.setOffline(true);
      await expect(page.getByText(t('shell.offline'))).toBeVisible();
      await page.goBack(); // to a page that is never cached
      await see(t('shell.offlineTitle'));
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('news.boardHeading')); // it reloads by itself
      await waitForHydration(page);
      consoleErrors.length = 0; // the browser logs the failures too
    });

    test('menus, validation errors, toasts, suggestions, and a story read aloud', async ({
      page,
      site,
      checkAccessibility,
    }) => {
      test.slow();
      const { id } = await createStory(await site.as('editor'), { news_title: 'Harbour pilots end their strike' });
      await page.goto(at('/category/sports-news'));
      // Opened by keyboard, one menu does not close the other.
      for (const menu of ['shell.higherEducation', 'shell.language', 'shell.avatarMenu'] as const)
        await page.getByLabel(t(menu)).press('Enter');
      await expect(page.getByRole('link', { name: t('shell.universities') })).toBeVisible();
      await expect(page.getByRole('link', { name: t('shell.login'), exact: true })).toBeVisible();
      await checkAccessibility();

      for (const [path, name, fault] of [
        ['/register', t('accounts.register'), t('errors.required')],
        ['/enroll', t('enquiries.send'), t('enquiries.programmeRequired')],
        ['/grievance', t('grievances.send'), t('grievances.topicRequired')],
        ['/admin', t('accounts.login'), t('accounts.fillAllFields')],
      ] as const)
        await test.step(path, async () => {
          await page.goto(at(path));
          await button(page.getByRole('main'), name).click();
          await expect(page.getByText(fault).first()).toBeVisible();
          await checkAccessibility();
        });
      await page.getByLabel(t('accounts.email')).fill('nobody@readers.test');
      await page.getByLabel(t('accounts.password')).fill('not this one');
      await page.keyboard.press('Enter');
      await expect(page.locator('.Toastify__toast').first()).toBeVisible();
      await checkAccessibility();

      await page.goto(at('/search'));
      await page.locator('summary', { hasText: t('search.filters') }).click();
      await page.getByRole('combobox').first().pressSequentially('harb');
      await expect(page.getByRole('option', { name: 'Harbour' }).first()).toBeVisible();
      await checkAccessibility();

      await page.goto(at(`/news/${id}`));
      await button(page, t('news.listen')).click();
      await expect(button(page, t('listen.stop'))).toBeVisible();
      await checkAccessibility();
    });

    // The journeys run axe on most of these in English, and the components are the same.
    if (language === 'en') return;

    test('empty states', async ({ page, login, checkAccessibility }) => {
      test.slow();
      await login('admin');
      for (const [path, sentence] of [
        ['/news', t('news.noItems')],
        ['/category/india', t('news.noItems')],
        ['/e-paper', t('epaper.noneYet')],
        ['/research', t('research.none')],
        ['/admin-news', t('newsroom.emptySection')],
        ['/admin/trash', t('newsroom.trashEmpty')],
        ['/publication', t('review.none')],
        ['/compose', t('compose.noStories')],
        ['/admin/statements', t('plans.nothingLeft')],
        ['/search?q=nets', t('search.noneHelp')],
      ] as const)
        await test.step(path, async () => {
          await page.goto(at(path));
          await expect(page.getByText(sentence).first()).toBeVisible();
          await checkAccessibility();
        });
    });

    test('loading and error states', async ({ page, login, consoleErrors, checkAccessibility }) => {
      test.slow();
      await login('admin');
      const answers: (() => Promise<void>)[] = [];
      await page.route('**/api/trash', (route) => void answers.push(() => route.fulfill({ status: 400, json: {} })));
      await page.goto(at('/admin/trash'));
      await expect(page.getByText(t('newsroom.loading'))).toBeVisible();
      await checkAccessibility();
      await expect.poll(() => answers.length).toBeGreaterThan(0);
      for (const answer of answers) await answer();
      await expect(page.getByRole('alert')).toBeVisible();
      await checkAccessibility();

      await page.route('**/api/**', (route) => route.fulfill({ status: 400, json: {} }));
      for (const path of ['/publication', '/compose', '/admin/settings', '/profile/edit', '/admin-create'])
        await test.step(path, async () => {
          await page.goto(at(path));
          await expect(page.getByRole('alert').first()).toBeVisible();
          await expect(page.locator('[role=alert]:empty')).toHaveCount(0);
          await checkAccessibility();
        });
      await page.goto(at('/search'));
      await waitForHydration(page);
      await page.route('**/search.data**', (route) => route.fulfill({ status: 500, body: '' }));
      await page.getByRole('combobox').fill('harbour');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(t('search.failed'));
      await checkAccessibility();
      consoleErrors.length = 0; // the browser logs the failures too
    });

    test('an edition: zoomed, as text, searched, clipped, and its paywall', async ({
      page,
      site,
      login,
      checkAccessibility,
    }) => {
      test.slow();
      const id = await addEdition(await site.as('editor'), ['Night final', 'Onion mandi', 'The weather']);
      await page.goto(at(`/e-paper/${id}?page=2`));
      await expect(page.getByText(t('reader.wallTitle', { page: 3 }))).toBeVisible();
      await checkAccessibility();
      await declarePayment(await login('reader'));
      await page.goto(at(`/e-paper/${id}?page=3&q=weather`));
      await expect(page.getByTestId('mark')).toHaveCount(1);
      await page.locator('summary', { hasText: t('reader.text', { page: 3 }) }).click();
      await button(page, t('reader.zoomIn')).click();
      await checkAccessibility();
      await button(page, t('reader.whole')).click();
      await button(page, t('reader.clip')).click();
      await expect(page.getByLabel(t('reader.clipRegion'))).toBeFocused();
      await checkAccessibility();
      await button(page, t('reader.makeClip')).click();
      await expect(page.getByRole('dialog', { name: t('reader.clipReady') })).toBeVisible();
      await checkAccessibility();
    });

    test('the newsroom’s tools and dialogs', async ({ page, site, login, checkAccessibility }) => {
      test.slow();
      const editor = await site.as('editor');
      const story = await printedStory(editor, 'Ferry late');
      await printedStory(editor, 'Night final');
      await addEdition(editor, ['Onion mandi']);
      await submit(await site.as('reader'), { title: 'Lake frogs' });
      await declarePayment(await site.as('reader'));
      await sendEnquiry(site, { name: 'Ila Bose' });
      await fileGrievance(site);
      const { name } = await site.createUser('reader', { name: 'Dhruv Menon' });
      await login('admin');
      const dialog = page.getByRole('dialog');
      const see = async (state: Locator) => {
        await expect(state.first()).toBeVisible();
        await checkAccessibility();
      };

      await page.goto(at('/admin-news'));
      await button(page, t('newsroom.moveUp', { title: 'Ferry late' })).click();
      await see(button(page, t('newsroom.saveLayout')));
      await button(page, t('newsroom.deleteStory', { title: 'Ferry late' })).click();
      await see(dialog);
      await button(dialog, t('newsroom.cancel')).click();

      await page.goto(at(`/admin/edit/${story.id}`));
      await page.getByLabel(t('newsroom.title'), { exact: true }).fill('');
      await button(page, t('newsroom.update')).click();
      await see(page.getByText(t('newsroom.titleRequired')));
      await page.getByLabel(t('newsroom.title'), { exact: true }).fill('Mine');
      await editor.form('PUT', `/api/admin/${story.id}`, { news_title: 'Theirs' });
      await button(page, t('newsroom.update')).click();
      await see(button(page, t('newsroom.keepMine')));

      await page.goto(at('/compose'));
      await button(page, t('compose.leaveOut', { title: 'Night final' })).click();
      await see(page.getByRole('img'));

      await page.goto(at('/publication'));
      await page.getByRole('button', { name: /Lake frogs/ }).click();
      const pane = page.getByRole('region', { name: t('review.pane') });
      await see(pane.getByRole('heading', { name: 'Lake frogs' }));
      await button(pane, t('review.reject')).click();
      await see(dialog);

      for (const [path, open] of [
        ['/admin/payments', t('plans.reject')],
        ['/admin/enquiries', t('enquiries.editNote', { name: 'Ila Bose' })],
        ['/admin/grievances', t('grievances.decide')],
        ['/admin/editions', t('epaper.edit')],
        ['/profile/security', t('accounts.leaveButton')],
      ] as const)
        await test.step(path, async () => {
          await page.goto(at(path));
          await page
            .getByRole('button', { name: new RegExp(open) })
            .first()
            .click();
          await see(dialog);
        });
      await page.goto(at('/admin/people'));
      site.advance(20 * 60_000);
      await page.getByLabel(t('accounts.roleOf', { name })).selectOption('editor');
      await see(dialog);

      await page.goto(at('/admin/pages/about'));
      await page.getByLabel(t('pages.title'), { exact: true }).fill('');
      await button(page, t('pages.save')).click();
      await see(page.getByText(t('errors.required')));
    });
  });
