import { slugOf } from './news/categories.rules.ts';
import type { PageRule } from './platform/http/page-address.ts';

const id = /^\d{1,9}$/;
const cursor = /^\d{1,13}-[1-9]\d{0,9}$/; // such as 1795000000000-42
const words = /^.{1,300}$/s;
const path = /^\/.{0,500}$/s;
const token = /^[\w.-]{1,200}$/;
const slugs = { category: slugOf, subcategory: slugOf };

/** Pages whose address knows parameters, or that are found by more than one name. All other pages know none. */
export const pageRules: PageRule[] = [
  { path: 'category/:category', parameters: { after: cursor }, canonical: slugs },
  { path: 'category/:category/subcategory/:subcategory', parameters: { after: cursor }, canonical: slugs },
  { path: 'e-paper', parameters: { month: /^(1[6-9]|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/, edition: id } }, // 2026-11
  { path: 'e-paper/:id', parameters: { page: id, q: words } },
  { path: 'e-paper/search', parameters: { q: words }, fresh: true },
  {
    path: 'search',
    parameters: { q: words, kind: words, category: words, from: words, to: words, page: id },
    fresh: true,
  },
  { path: 'research', parameters: { search: words, type: words, year: /^\d{4}$/, after: cursor }, fresh: true },
  { path: 'research/:id', slash: true }, // search engines want the PDF in the folder of its page
  { path: 'payment', parameters: { plan: words, edition: id, page: id }, fresh: true },
  ...['login', 'register', 'admin'].map((page) => ({ path: page, parameters: { from: path }, fresh: true })),
  ...['reset-password', 'take-email-back', 'confirm-email', 'guardian'].map((page) => ({
    path: page,
    parameters: { token },
    fresh: true,
  })),
];
