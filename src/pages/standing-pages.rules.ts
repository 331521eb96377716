// The pages that stand until an administrator writes them anew, by their address.
import type { z } from 'zod';
import { Article, Privacy } from './article.rules.ts';
import { College } from './college.rules.ts';
import { University } from './university.rules.ts';

export const standingPages = {
  college: College,
  university: University,
  about: Article,
  contact: Article,
  'editorial-policy': Article,
  privacy: Privacy,
  terms: Article,
  grievance: Article,
};

export type PageSlug = keyof typeof standingPages;
export type PageContent<S extends PageSlug> = z.infer<(typeof standingPages)[S]>;

export const pageSlugs = Object.keys(standingPages) as PageSlug[]; // its own keys

/** As JSON. The longest page that the site comes with has 60,000 bytes, in Tamil. */
export const contentMaxBytes = 400_000;
