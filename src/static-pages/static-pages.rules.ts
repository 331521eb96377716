// Static pages, which administrators edit, by slug.
import type { z } from 'zod';
import { Article, Privacy } from './article.rules.ts';
import { College } from './college.rules.ts';
import { University } from './university.rules.ts';

export const staticPages = {
  college: College,
  university: University,
  about: Article,
  contact: Article,
  'editorial-policy': Article,
  privacy: Privacy,
  terms: Article,
  grievance: Article,
};

export type PageSlug = keyof typeof staticPages;
export type PageContent<S extends PageSlug> = z.infer<(typeof staticPages)[S]>;

export const pageSlugs = Object.keys(staticPages) as PageSlug[]; // its own keys

/** Size limit as JSON. The longest default page has 60,000 bytes, in Tamil. */
export const contentMaxBytes = 400_000;
