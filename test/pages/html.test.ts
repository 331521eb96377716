import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { pageSlugs } from '#src/static-pages/static-pages.rules.ts';
import { addEdition } from '../factories/editions.ts';
import { createLinkedPages } from '../factories/linked-pages.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { publish } from '../factories/submissions.ts';
import { builtSiteForFile, read } from './site.ts';

const site = builtSiteForFile();

// What the HTML standard forbids; `standard` has no rules of style.
const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

async function errorsIn(path: string): Promise<string[]> {
  const { html } = await read(site.visitor, path);
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column, selector }) => {
      const source = html.split('\n')[line - 1]?.slice(Math.max(0, column - 60), column + 120);
      return `${path} ${ruleId}: ${message} at ${selector}: ${source}`;
    }),
  );
}

test('every page is valid HTML', { timeout: 60_000 }, async () => {
  const editor = await site.as('editor');
  const image = await pictureFile(1200, 800, 'jpeg');
  const text = 'Standfirst.\n\n## Heading\n\n> Said\n\n- one\n- two\n\n[link](https://example.org)';
  const story = await createStory(editor, { news_title: 'Nets at "dawn" & <dusk>', news_description: text, image });
  for (let n = 0; n < 13; n++) await createStory(editor, { news_title: `Story ${n}`, language: n % 2 ? 'hi' : 'en' });
  const edition = await addEdition(editor, ['Night final', 'Onion mandi', 'Onion prices']);
  const essay = await publish(site);
  const clip = (
    await editor.json('POST', `/api/editions/${edition}/clips`, { page: 1, left: 0, top: 0, right: 0.5, bottom: 0.25 })
  ).body.code;
  const { pass } = (await editor.send('POST', `/api/stories/${story.id}/preview`)).body;
  const linked = await createLinkedPages(editor);
  const paths = [
    '/',
    ...pageSlugs.map((slug) => `/${slug}`),
    '/enroll',
    '/enroll/thanks',
    '/news',
    '/admin-news',
    `/news/${story.id}`,
    ...linked,
    `/news/${story.id}/letter`,
    `/news/${story.id}/letters`,
    '/confirm-letter',
    '/newsletters',
    '/newsletters/confirm',
    '/newsletters/leave',
    `/preview/${story.id}?pass=${pass}`,
    '/latest',
    '/category/sports-news',
    '/category/sports-news/subcategory/cricket',
    '/category/none',
    '/register',
    '/login',
    '/admin',
    '/forgot-password',
    '/reset-password',
    '/take-email-back',
    '/confirm-email',
    '/guardian',
    '/profile/edit',
    '/profile/security',
    '/search',
    '/search?q=nets',
    '/search?q=nothing-at-all',
    '/payment?plan=weekly',
    '/e-paper',
    '/e-paper/search?q=onion',
    `/e-paper/${edition}`,
    `/e-paper/${edition}/contents`,
    `/clip/${clip}`,
    '/publication',
    '/profile/readers',
    '/research',
    `/research/${essay.id}`,
    '/verify/none',
    '/offline',
    '/nothing',
    '/nothing/here',
    '/admin-create',
    `/admin/edit/${story.id}`,
    `/admin/edit/${story.id}/live`,
    '/admin/stories',
    '/admin/plan',
    '/admin/letters',
    '/admin/newsletters',
    '/admin/newsletters/figures',
    '/admin/newsletters/1',
    '/admin/authors',
    '/admin/topics',
    '/admin/series',
    '/admin/media',
    '/admin/people',
    '/admin/jobs',
    '/admin/settings',
    '/admin/health',
    '/compose',
    '/pdf-upload',
  ];
  const errors: string[] = [];
  for (const prefix of ['', '/ur']) for (const path of paths) errors.push(...(await errorsIn(prefix + path)));
  expect(errors).toEqual([]);
});
