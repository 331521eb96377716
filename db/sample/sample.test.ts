import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import { checkTexts } from '#src/letters/letters.rules.ts';
import { siteLanguages } from '#src/messages/languages.ts';
import { unprintable } from '#src/messages/scripts.ts';
import { defaultCategories } from '#src/news/categories/categories.rules.ts';
import { readSample } from './read-sample.ts';

const folder = import.meta.dirname;
const sample = await readSample(folder);
const ofLanguage = (language: string) => sample.filter(({ form }) => form.language === language);

test.each(siteLanguages)('%s has a front of its own: twelve stories in at least six sections', (language) => {
  const stories = ofLanguage(language);
  expect(stories.length).toBeGreaterThanOrEqual(12);
  expect(new Set(stories.map(({ form }) => form.news_category)).size).toBeGreaterThanOrEqual(6);
  if (language !== 'en') expect(stories.filter(({ versionOf }) => versionOf).length).toBeGreaterThanOrEqual(4);
});

test.each(siteLanguages)('one story leads the front of %s', (language) => {
  expect(ofLanguage(language).filter(({ lead }) => lead)).toHaveLength(1);
});

test('every story has a place that exists, a caption and a picture', async () => {
  const pictures = (await readdir(join(folder, 'pictures'))).map((file) => parse(file).name);
  for (const { form, picture } of sample) {
    expect(pictures).toContain(picture);
    expect(form.image_caption, form.news_title).toMatch(/\S/);
    expect(['Others', ...(defaultCategories[form.news_category ?? ''] ?? [])]).toContain(form.news_sub_category);
  }
});

test('letters to the editor are ones that the form would take', () => {
  const letters = sample.flatMap((story) => story.letters);
  expect(letters.length).toBeGreaterThan(0);
  for (const letter of letters) expect([letter.name, checkTexts(letter)]).toEqual([letter.name, {}]);
});

test('no picture serves more than two stories that are no versions of each other', () => {
  const uses = Map.groupBy(
    sample.filter(({ versionOf }) => versionOf === undefined),
    ({ picture }) => picture,
  );
  expect([...uses].filter(([, stories]) => stories.length > 2).map(([picture]) => picture)).toEqual([]);
});

test('every story begins with a paragraph that is its summary, and ends in a whole sentence', () => {
  for (const { form } of sample) {
    const [summary = ''] = (form.news_description ?? '').split('\n', 1);
    expect(summary, form.news_title).toMatch(/[.!?।۔][”“’]?$/u);
    expect(form.news_description, form.news_title).toMatch(/[.!?।۔][”“’]?$/u);
  }
});

test('the fonts have every character', () => {
  for (const { form } of sample)
    expect(unprintable([form.news_title, form.news_description, form.image_caption, form.author].join(' '))).toEqual(
      [],
    );
});
