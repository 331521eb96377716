// The forms of the newsroom.
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import * as adminLoginPage from '#src/accounts/login/web/admin-login-page.tsx';
import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import * as uploadPage from '#src/epaper/editions/web/upload-page.tsx';
import { editionCalls } from '#src/epaper/pages/editions.contract.ts';
import * as boardPage from '#src/news/front/web/admin-board-page.tsx';
import { storiesCalls } from '#src/news/stories/stories.contract.ts';
import * as createStoryPage from '#src/newsroom/story-form/web/create-story-page.tsx';
import * as editStoryPage from '#src/newsroom/story-form/web/edit-story-page.tsx';
import { settingsCalls } from '#src/settings/settings.contract.ts';
import * as settingsPage from '#src/settings/web/settings-page.tsx';
import * as publicationPage from '#src/submissions/review/web/publication-page.tsx';
import { articlesCalls } from '#src/submissions/submission/submissions.contract.ts';
import { consent, frontOf, haveCategories, haveStory, haveSubmission } from './loaded.ts';
import { answer, reply } from './network.ts';
import { at, here, open } from './open-page.tsx';
import { field, file, fill, holds, login, type Place, press } from './place.ts';

export const newsroomPlaces: Place[] = [
  login('admin login', '/admin', adminLoginPage, sessionCalls.adminLogin, 'Login failed. Please try again.'),
  {
    name: 'create news',
    role: 'editor',
    call: storiesCalls.create,
    async open() {
      haveCategories();
      open([at('/admin-create', createStoryPage, { needsApproval: false, pictureMegabytes: 10 })]);
      await field('Category').selectOptions('Sports News');
      await field('Sub-category').selectOptions('Cricket');
      await field('Title').fill('Nets at dawn');
    },
    press: () => press('Create News'),
    says: 'Creation Failed',
    never: 'News Created',
    kept: () => holds({ Title: 'Nets at dawn' }),
  },
  {
    name: 'update news',
    role: 'editor',
    call: storiesCalls.update,
    async open() {
      haveCategories();
      haveStory({
        news_title: 'Before',
        news_description: 'Text.',
        news_category: 'Sports News',
        news_sub_category: 'Cricket',
      });
      open([at('/admin/edit/:id', editStoryPage, { needsApproval: false, pictureMegabytes: 10 })], '/admin/edit/1');
      await field('Title').fill('After');
    },
    press: () => press('Update'),
    says: 'Failed to update news',
    never: 'News updated successfully',
    async kept() {
      expect(here()).toBe('/admin/edit/1');
      await holds({ Title: 'After' });
    },
  },
  {
    name: 'delete news',
    role: 'editor',
    call: storiesCalls.remove,
    async open() {
      open([at('/admin-news', boardPage, frontOf('Mistake'))]);
      await expect.element(page.getByRole('button', { name: 'Delete: Mistake' })).toBeVisible();
    },
    async press() {
      await press('Delete: Mistake');
      await press('Delete');
    },
    says: 'Failed to delete post.',
    never: 'Post deleted successfully!',
    kept: () => expect.element(page.getByRole('heading', { level: 3, name: 'Mistake' })).toBeVisible(),
  },
  {
    name: 'decision',
    role: 'editor',
    call: articlesCalls.decide,
    async open() {
      haveSubmission('Night trains');
      open([at('/publication', publicationPage, consent)]);
      await page.getByRole('row').filter({ hasText: 'Night trains' }).getByRole('button', { name: 'Reject' }).click();
      await page.getByLabelText('Words to the author').fill('Table two is another’s.');
    },
    press: () => press('Confirm'),
    says: 'Error processing decision',
    never: 'Article rejected',
    kept: () => expect.element(page.getByLabelText('Words to the author')).toHaveValue('Table two is another’s.'),
  },
  {
    name: 'PDF upload',
    role: 'editor',
    call: editionCalls.upload,
    async open() {
      open([at('/pdf-upload', uploadPage, { megabytes: 80 })]);
      await field('Period').selectOptions('weekly');
      await page.getByLabelText('PDF file').upload(file('week.pdf'));
    },
    press: () => press('Upload PDF'),
    says: 'Upload failed: Server error',
    never: 'PDF uploaded successfully!',
    async kept() {
      await holds({ Period: 'weekly' });
      await expect.element(page.getByText('week.pdf').first()).toBeVisible();
    },
  },
  {
    name: 'settings',
    role: 'admin',
    call: settingsCalls.change,
    async open() {
      const phone = {
        key: 'phone',
        label: 'Phone',
        hint: null,
        input: { kind: 'text' as const },
        value: '',
        default: '',
      };
      answer(settingsCalls.list, reply(settingsCalls.list, [{ title: 'The newspaper', settings: [phone] }]));
      open([at('/admin/settings', settingsPage)]);
      await fill({ Phone: '+91 22 5555 0100' });
    },
    press: () => press('Save settings'),
    says: 'The settings could not be saved.',
    never: 'Settings saved',
    kept: () => holds({ Phone: '+91 22 5555 0100' }),
  },
];
