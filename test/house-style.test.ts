import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSample } from '#db/sample/read-sample.ts';
import { siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { houseStyle, styleErrors } from './house-style.ts';

const sample = await readSample(join(import.meta.dirname, '../db/sample'));

test.each(siteLanguages)('the catalogue of %s follows the house style', (language) => {
  const folder = join(import.meta.dirname, '../src/messages', language);
  const errors = readdirSync(folder).flatMap((area) => {
    const messages: Record<string, string> = JSON.parse(readFileSync(join(folder, area), 'utf8'));
    return Object.entries(messages).flatMap(([key, message]) =>
      styleErrors(language, message).map((error) => `${area} ${key}: ${error}`),
    );
  });
  expect(errors).toEqual([]);
});

test.each(siteLanguages)('the sample of %s follows the house style', (language) => {
  const stories = sample.filter(({ form }) => form.language === language);
  expect(stories.length).toBeGreaterThan(0);
  const errors = stories.flatMap(({ form }) =>
    [form.news_title, form.news_description, form.image_caption, form.author, form.news_submenu].flatMap(
      (text = '') => [
        ...styleErrors(language, text),
        ...(text.match(/["']/) ? [`${text}: typographic quotation marks`] : []),
      ],
    ),
  );
  expect(errors).toEqual([]);
});

test.each(siteLanguages)('the nameplate of %s is the name that its captions credit', (language) => {
  const nameplate = translator(language)('shell.nameplate');
  for (const { form } of sample.filter(({ form }) => form.language === language))
    expect(form.image_caption?.endsWith(nameplate), form.image_caption).toBe(true);
});

test.each([
  ['hi', 'अखबार में', 'अखबार: अख़बार'],
  ['hi', '12:13 pm बजे', '24 hours'],
  ['hi', 'बारिश हुई.', 'danda'],
  ['hi', 'बारिश हुई ।', 'space before'],
  ['hi', 'लोड हो रहा है...', 'ellipsis'],
  ['mr', '१२ वाजता', 'digits 0 to 9'],
  ['ta', 'மழை।', 'full stop'],
  ['ur', 'بارش ہوئی.', '۔'],
  ['ur', 'وہ “خبر” ہے', 'quotation marks'],
  ['ur', 'براہ کرم رکیں', 'براہِ کرم'],
] as const)('%s: "%s" is an error', (language, text, error) => {
  expect(styleErrors(language, text).join()).toContain(error);
});

test.each([
  ['hi', 'डॉ. बघेल रात 10:52 बजे अख़बार में आए।'],
  ['ur', 'انہوں نے کہا، ”بارش ہو گی۔“'],
  ['en', 'Dr Rao said: “Rain, at 10.52 pm.”'],
] as const)('%s: "%s" is none', (language, text) => {
  expect(styleErrors(language, text)).toEqual([]);
});

test('no word that is right in the list is wrong in it too', () => {
  for (const language of siteLanguages)
    for (const pair of houseStyle[language].words.trim().split(/\s+/).filter(Boolean)) {
      const [, right = ''] = pair.replaceAll('_', ' ').split('→');
      expect(styleErrors(language, right), pair).toEqual([]);
    }
});
