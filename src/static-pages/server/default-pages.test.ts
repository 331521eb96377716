import { expect, test } from 'vitest';
import { type Language, siteLanguages } from '#src/messages/languages.ts';
import type { Setting } from '#src/platform/settings/define-setting.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { Article } from '../article.rules.ts';
import type { College } from '../college.rules.ts';
import { textsByPath } from '../page-fields.rules.ts';
import { type PageSlug, pageSlugs } from '../static-pages.rules.ts';
import { defaultPage } from './default-pages.service.ts';
import { pageFacts } from './page-facts.service.ts';

const settings = { get: (setting: Setting) => setting.default } as unknown as Settings; // defaults only
const facts = Object.keys(pageFacts({ settings, text: (key) => key }));

test.each(pageSlugs)('%s is valid and uses only known placeholders', (slug) => {
  const texts = [...textsByPath(defaultPage(slug, 'en')).values()].join('\n');
  const names = [...texts.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(names.filter((name) => !facts.includes(name ?? ''))).toEqual([]);
});

// What must be the same in every language: the fields of a page, its placeholders and link targets.
const shapeOf = (slug: PageSlug, language: Language) =>
  [...textsByPath(defaultPage(slug, language))].map(([path, text]) => [
    path,
    ...[...text.matchAll(/\{\w+\}|\]\([^)]*\)/g)].map(([part]) => part).sort(),
  ]);

test.each(siteLanguages)('every page exists in %s, with the same fields', (language) => {
  for (const slug of pageSlugs) {
    expect(shapeOf(slug, language)).toEqual(shapeOf(slug, 'en'));
    if (language !== 'en') expect(defaultPage(slug, language)).not.toEqual(defaultPage(slug, 'en'));
  }
});

test('the college page has the content of the specification', () => {
  const college = defaultPage('college', 'en') as College; // checked by its schema when it is read
  expect(college.degree.heading).toBe('Bachelor of Mass Communication');
  expect(college.journalism.heading).toBe('B.A. Journalism');
  expect(college.semesters.items).toHaveLength(6);
  expect(college.modules.items).toHaveLength(6);
  expect(college.careers.salary).toContain('INR 2,00,000 to 10,00,000');
  expect(college.careers.salaryNote).toContain('indicative');
});

test('a paragraph that is wrapped in the file becomes one line, and a list retains its items', () => {
  const { sections } = defaultPage('grievance', 'en') as Article; // checked by its schema when it is read
  expect(sections[0]?.text.split('\n')).toHaveLength(3);
  expect(sections[1]?.text).toContain('are not content with the decision');
});
