import { expect, test } from 'vitest';
import { emptyStoryForm, storyFields } from '#src/news/schema/story-fields.contract.ts';
import type { NewsItem } from './stories.contract.ts';
import { checkStory, completeForm, formOf, pickTexts, storedTexts, textAnswers } from './stories.rules.ts';

const categories = [
  { id: 1, name: 'Business', slug: 'business', sub_categories: [{ id: 2, name: 'Budget', slug: 'budget' }] },
];
const now = new Date('2026-11-21T10:00:00Z');
const filled = {
  ...emptyStoryForm,
  news_title: 'Rain',
  news_category: 'Business',
  news_sub_category: 'Budget',
  image_caption: ' The river \n',
  author: ' Asha Rao ',
};

test('every text field is stored under its column and returned under its name', () => {
  const checked = checkStory(filled, categories, now);
  if (!('story' in checked)) throw new Error('The story was refused');
  const { story } = checked;
  expect(story).toMatchObject({ imageCaption: 'The river', author: 'Asha Rao' });
  const texts = Object.entries(storyFields).flatMap(([name, field]) => ('column' in field ? [name] : []));
  expect(Object.keys(textAnswers(story))).toEqual(texts);
  expect(textAnswers(story)).toMatchObject({ image_caption: 'The river', author: 'Asha Rao' });
  expect(Object.keys(pickTexts(story))).toHaveLength(texts.length);
  expect(story).toMatchObject(pickTexts(story));
});

test('formOf returns exactly the form fields of a stored story, empty if they have no value', () => {
  const item: NewsItem = {
    id: 42,
    news_title: 'Rain',
    news_description: 'It rains.',
    news_category: null,
    news_sub_category: null,
    news_submenu: null,
    authors: [{ id: 7, name: 'Asha Rao', slug: 'asha-rao' }],
    topics: [
      { name: 'Monsoon', slug: 'monsoon' },
      { name: 'Ferries', slug: 'ferries' },
    ],
    series: { title: 'The river', slug: 'the-river' },
    series_part: 2,
    image_url: null,
    image: null,
    image_width: 640,
    image_height: 480,
    image_focus_x: 20,
    image_focus_y: 30,
    ...textAnswers({ ...storedTexts(emptyStoryForm), imageCaption: 'The river', author: 'Asha Rao' }),
    language: 'hi',
    version_of: 7,
    status: 'draft',
    publish_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 3,
  };
  expect(formOf(item)).toEqual({
    ...emptyStoryForm,
    topics: 'Monsoon, Ferries',
    series: 'the-river',
    series_part: 2,
    news_title: 'Rain',
    news_description: 'It rains.',
    image_width: 640,
    image_height: 480,
    image_focus_x: 20,
    image_focus_y: 30,
    image_caption: 'The river',
    author: 'Asha Rao',
    authors: '7',
    language: 'hi',
    version_of: '7',
    status: 'draft',
  });
  expect(formOf({ ...item, version_of: null }).version_of).toBe('');
});

test('a draft saved before a field was added can still be edited', () => {
  const { author: _, version_of: __, ...draft } = filled;
  expect(completeForm(draft)).toEqual({ ...filled, author: '', version_of: '' });
  expect(checkStory(completeForm(draft), categories, now)).toHaveProperty('story');
});
