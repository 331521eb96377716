// What pages load: from their loaders on the server, or by calls.

import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import type { Front } from '#src/news/front/front.contract.ts';
import { emptyStoryForm } from '#src/news/schema/story-fields.contract.ts';
import { type NewsItem, storiesCalls } from '#src/news/stories/stories.contract.ts';
import type { Offers } from '#src/plans/plans.contract.ts';
import { reviewCalls } from '#src/submissions/review/review.contract.ts';
import type { SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import { answer, reply } from './network.ts';
import { smallestOf } from './smallest.ts';

export const policy = { minLength: 10, siteName: 'News Wing' };

/** What the form of a submission needs. */
export const consent = { megabytes: 10, keepDays: 90, consentDays: 30 };

export const offers: Offers = {
  plans: [
    { plan: 'weekly', amount_minor: 1000, currency: 'INR', length: { count: 7, unit: 'day' } },
    { plan: 'monthly', amount_minor: 4000, currency: 'INR', length: { count: 1, unit: 'month' } },
  ],
  upi_id: 'paper@upi',
  payee: 'News Wing',
  policy: 'trust',
  grace_hours: 48,
  asks_state: false,
};

/** The front with one story. */
export const frontOf = (title: string): Front => ({
  lead: null,
  breaking: [],
  latest: [],
  order: 'all',
  hasChoice: false,
  sections: [
    {
      category: { name: 'Sports News', slug: 'sports-news' },
      subs: [],
      cards: [
        { id: 1, title, summary: '', label: null, language: 'en', publishedAt: '2026-11-28T06:30:00Z', picture: null },
      ],
      more: false,
    },
  ],
  others: [],
});

/** The newspaper has a category with a sub-category. */
export function haveCategories(): void {
  const category = smallestOf(categoriesCalls.list.reply[200].element);
  const sub = smallestOf(categoriesCalls.list.reply[200].element.shape.sub_categories.element);
  answer(
    categoriesCalls.list,
    reply(categoriesCalls.list, [
      {
        ...category,
        id: 1,
        name: 'Sports News',
        slug: 'sports-news',
        sub_categories: [{ ...sub, id: 2, name: 'Cricket', slug: 'cricket' }],
      },
    ]),
  );
}

/** The newsroom has this story, with the id 1. */
export function haveStory(fields: Partial<NewsItem>): void {
  const { image_width, image_height, language, status } = emptyStoryForm;
  const size = { image_width: Number(image_width), image_height: Number(image_height) };
  answer(storiesCalls.get, reply(storiesCalls.get, { id: 1, ...size, language, status, ...fields }));
}

/** The newsroom has received this work, with the id 1. */
export function haveSubmission(title: string, status: SubmissionView['status'] = 'pending'): void {
  const work = { ...smallestOf(reviewCalls.list.reply[200].shape.articles.element), id: 1, title, status, version: 1 };
  answer(reviewCalls.list, reply(reviewCalls.list, { articles: [work] }));
  answer(reviewCalls.get, reply(reviewCalls.get, work));
}
