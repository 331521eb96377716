// Structured data (schema.org) of editions for search engines. Paid content is never in a public page; the CSS selector
// marks where it would be (developers.google.com, "paywalled content").
import type { Publisher } from '#src/news/cards/publisher.rules.ts';
import type { EditionView } from './editions.contract.ts';

// More editions make the page larger without improving its ranking.
const maxListed = 12;

/** The newest editions of the library; `.edition` selects each one. */
export const libraryData = (paper: Publisher, reports: EditionView[]): object[] =>
  reports.slice(0, maxListed).map((report) => ({ ...issue(paper, report), ...paidAt('.edition') }));

/** An edition in the reader: the first `free` pages are free, the others show `.paywall`. */
export const editionData = (paper: Publisher, report: EditionView, free: number): object[] => [
  {
    ...issue(paper, report),
    url: `${paper.origin}/e-paper/${report.id}`,
    ...(report.pages > free ? paidAt('.paywall') : { isAccessibleForFree: true }),
  },
];

const issue = ({ origin, name }: Publisher, { title, issue_date, created_at, pages, thumbnail_url }: EditionView) => ({
  '@type': 'PublicationIssue',
  name: title,
  datePublished: issue_date ?? created_at,
  pagination: String(pages),
  ...(thumbnail_url && { image: `${origin}/api${thumbnail_url}` }),
  isPartOf: { '@type': 'Newspaper', name, url: `${origin}/e-paper` },
});

const paidAt = (cssSelector: string) => ({
  isAccessibleForFree: false,
  hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector },
});
