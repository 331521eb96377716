import { expect, test } from 'vitest';
import { storyHtml } from '#src/markdown/story-text.rules.ts';
import { breadcrumbs, publisherData } from '#src/news/cards/publisher.rules.ts';
import { emptyStoryForm } from '#src/news/schema/story-fields.contract.ts';
import { storedTexts } from '#src/news/stories/stories.rules.ts';
import type { StoryPage } from './reading.contract.ts';
import { correctionsData, profileData, storyData } from './structured.rules.ts';

const origin = 'https://paper.test';
const paper = { origin, name: 'The Suryanagar Post' };
const story: StoryPage = {
  id: 42,
  title: 'Rain',
  summary: 'It rains.',
  ...storyHtml(''),
  ...storedTexts(emptyStoryForm),
  category: { name: 'Current News', slug: 'current-news' },
  sub: null,
  author: 'Asha Rao',
  byline: ['Asha Rao'],
  language: 'hi',
  publishedAt: '2026-11-21T20:00:00.000Z',
  updatedAt: null,
  picture: {
    name: 'abc',
    width: 1600,
    height: 1067,
    colour: '#fff',
    webp: [],
    avif: [],
    shaped: true,
    alt: '',
    credit: '',
    licence: '',
    licenceName: '',
    shownWidth: 400,
    shownHeight: 300,
  },
  sharePicture: '/api/share/42-x.jpg',
  versions: [],
  translatable: false,
  live: null,
  related: [],
  relatedBy: 'category',
  topics: [],
  series: null,
};

test('a picture has its credit and licence where they are stated', () => {
  const picturesOf = (stated: object) => {
    const picture = story.picture && { ...story.picture, ...stated };
    const [article] = storyData(paper, { ...story, picture }, '/news/42', []);
    return (article as { image: object[] }).image;
  };
  const url = 'https://paper.test/api/static/uploads/abc-16x9.jpg';
  const free = picturesOf({ credit: 'Asha Rao', licence: 'cc-by-sa', licenceName: 'CC BY-SA 3.0', alt: 'Rain' });
  expect(free).toHaveLength(3);
  expect(free[0]).toEqual({
    '@type': 'ImageObject',
    contentUrl: url,
    url,
    caption: 'Rain',
    creditText: 'Asha Rao',
    license: 'https://creativecommons.org/licenses/by-sa/3.0/',
  });
  expect(picturesOf({ credit: 'PTI', licence: 'agency' })[0]).toEqual({
    '@type': 'ImageObject',
    contentUrl: url,
    url,
    creditText: 'PTI',
    copyrightNotice: 'PTI',
    acquireLicensePage: 'https://paper.test/contact',
  });
});

test('pictures in the text are associated media with caption, credit and licence', () => {
  const shape = { name: 'def', width: 1600, height: 1200 };
  const picturesInText = [
    { ...shape, caption: 'The steps', credit: 'Asha Rao', licence: 'cc-by' as const, licenceName: 'CC BY 4.0' },
    { ...shape, caption: '', credit: '', licence: '' as const, licenceName: '' },
  ];
  const [article] = storyData(paper, { ...story, picturesInText }, '/news/42', []);
  const url = 'https://paper.test/api/static/uploads/def.jpg';
  const image = { '@type': 'ImageObject', contentUrl: url, url, width: '1600', height: '1200' };
  expect(article).toMatchObject({
    associatedMedia: [
      {
        ...image,
        caption: 'The steps',
        creditText: 'Asha Rao',
        license: 'https://creativecommons.org/licenses/by/4.0/',
      },
      image,
    ],
  });
});

test('videos in the text have a name, their file and when they were uploaded', () => {
  const file = { path: '/api/media/play/def.mp4', type: 'video/mp4', uploadedAt: '2026-11-21T19:00:00.000Z' };
  const videosInText = [
    { ...file, title: 'The flood', caption: 'Water at the steps', credit: 'Asha Rao' },
    { ...file, title: '', caption: 'Water at the steps', credit: '' },
    { ...file, title: '', caption: '', credit: '' },
  ];
  const [article] = storyData(paper, { ...story, videosInText }, '/news/42', []);
  const video = {
    '@type': 'VideoObject',
    contentUrl: 'https://paper.test/api/media/play/def.mp4',
    encodingFormat: 'video/mp4',
    uploadDate: '2026-11-22T00:30:00.000+05:30',
  };
  expect((article as { video: object[] }).video).toEqual([
    { ...video, name: 'The flood', description: 'Water at the steps', creditText: 'Asha Rao' },
    { ...video, name: 'Water at the steps' },
    { ...video, name: 'Rain' },
  ]);
});

test('a story has its picture in three aspect ratios, its dates, author and section', () => {
  const [article, crumbs] = storyData(paper, story, '/news/42', [
    { name: 'Current News', path: '/category/current-news' },
  ]);
  expect(article).toMatchObject({
    '@type': 'NewsArticle',
    headline: 'Rain',
    mainEntityOfPage: 'https://paper.test/news/42',
    image: ['16x9', '4x3', '1x1'].map((shape) => `https://paper.test/api/static/uploads/abc-${shape}.jpg`),
    datePublished: '2026-11-22T01:30:00.000+05:30',
    dateModified: '2026-11-22T01:30:00.000+05:30',
    author: [{ '@type': 'Person', name: 'Asha Rao' }],
    articleSection: 'Current News',
    inLanguage: 'hi',
    isAccessibleForFree: true,
  });
  expect(crumbs).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Current News', item: 'https://paper.test/category/current-news' },
      { position: 2, name: 'Rain', item: 'https://paper.test/news/42' },
    ],
  });
});

test('a picture with a focal point is cropped by it if it is large enough, and else given whole', () => {
  const imagesWith = (size: object) => {
    const picture = story.picture && { ...story.picture, objectPosition: '10% 20%', ...size };
    return storyData(paper, { ...story, picture }, '/news/42', [])[0];
  };
  expect(imagesWith({})).toMatchObject({
    image: ['16x9', '4x3', '1x1'].map((shape) => `https://paper.test/api/share/42-x-${shape}.jpg`),
  });
  expect(imagesWith({ width: 640, height: 480 })).toMatchObject({
    image: ['https://paper.test/api/static/uploads/abc.jpg'],
  });
});

test('a story without a picture has its share picture, and one without an author the publisher', () => {
  const [article] = storyData(paper, { ...story, picture: null, author: '', category: null }, '/news/42', []);
  expect(article).toMatchObject({
    image: ['https://paper.test/api/share/42-x.jpg'],
    author: [{ '@id': 'https://paper.test/#paper' }],
  });
  expect(article).not.toHaveProperty('articleSection');
});

test('authors with a page are persons with its address, without the words between them', () => {
  const byline = [{ name: 'Asha Rao', slug: 'asha-rao' }, ', Meera Nair and ', { name: 'Ravi Sen', slug: 'ravi-sen' }];
  const [article] = storyData(paper, { ...story, byline, author: 'Asha Rao, Meera Nair and Ravi Sen' }, '/news/42', []);
  expect(article).toMatchObject({
    author: [
      { '@type': 'Person', name: 'Asha Rao', url: 'https://paper.test/author/asha-rao' },
      { '@type': 'Person', name: 'Meera Nair' }, // deleted
      { '@type': 'Person', name: 'Ravi Sen', url: 'https://paper.test/author/ravi-sen' },
    ],
  });
});

test('a profile page describes its author, with what is known of him', () => {
  const none = { role: '', bio: null, language: 'en', portrait: null, contact: { email: '', x: '', instagram: '' } };
  const list = { cards: [], nextCursor: null, nextOrder: null, order: 'all' as const, hasChoice: false, others: [] };
  const author = { id: 1, name: 'Asha Rao', slug: 'asha-rao', ...none };
  const person = { '@type': 'Person', name: 'Asha Rao', url: 'https://paper.test/author/asha-rao' };
  const worksFor = { '@id': 'https://paper.test/#paper' };
  const profile = (more: object) =>
    profileData(origin, { ...list, author: { ...author, ...more } }, '/hi/author/asha-rao');
  expect(profile({})).toEqual({
    '@type': 'ProfilePage',
    url: 'https://paper.test/hi/author/asha-rao',
    mainEntity: { ...person, worksFor },
  });
  const known = {
    role: 'Editor',
    portrait: '/static/uploads/a.jpg',
    contact: { email: 'a@b.in', x: 'asha', instagram: '' },
  };
  expect(profile(known)).toMatchObject({
    mainEntity: {
      ...person,
      jobTitle: 'Editor',
      image: 'https://paper.test/api/static/uploads/a.jpg',
      email: 'a@b.in',
      sameAs: ['https://x.com/asha'],
    },
  });
});

test('the publisher data contains the site name', () => {
  expect(publisherData(paper)[0]).toMatchObject({
    '@type': 'WebSite',
    name: 'The Suryanagar Post',
    url: 'https://paper.test/',
  });
  expect(breadcrumbs(origin, [])).toEqual({ '@type': 'BreadcrumbList', itemListElement: [] });
});

test('corrections are in the data of their story and of the page of all', () => {
  const correction = { kind: 'correction', date: '2026-11-24', text: 'Not 40, but 14 lakh.' } as const;
  const comment = { '@type': 'CorrectionComment', text: 'Not 40, but 14 lakh.', datePublished: '2026-11-24' };
  const [article] = storyData(paper, { ...story, corrections: [correction] }, '/news/42', []);
  expect(article).toMatchObject({ correction: [comment] });
  expect(storyData(paper, story, '/news/42', [])[0]).not.toHaveProperty('correction');
  const listed = { ...correction, storyId: 42, place: 1, title: 'Rain', language: 'hi' };
  const list = { title: 'Corrections', path: '/corrections', corrections: [listed] };
  expect(correctionsData(paper, list, (id) => `/news/${id}`)[0]).toMatchObject({
    '@type': 'CollectionPage',
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: [
        { position: 1, item: { ...comment, about: { headline: 'Rain', url: 'https://paper.test/news/42' } } },
      ],
    },
  });
});

test('topics are keywords, and a part of a series names it', () => {
  const series = {
    title: 'The river',
    slug: 'the-river',
    language: 'en',
    parts: [{ id: 42, title: 'Rain', language: 'hi', part: 2 }],
    count: 1,
    previous: null,
    next: null,
  };
  const [article] = storyData(
    paper,
    { ...story, topics: [{ name: 'Monsoon', slug: 'monsoon' }], series },
    '/news/42',
    [],
  );
  expect(article).toMatchObject({
    keywords: ['Monsoon'],
    isPartOf: { '@type': 'CreativeWorkSeries', name: 'The river', url: `${origin}/series/the-river` },
    position: 2,
  });
});
