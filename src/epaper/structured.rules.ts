// What search engines are told of editions: which there are, and that reading them takes a plan. What is paid for is never
// in a page that is sent to everyone; the class says where it would stand (developers.google.com, "paywalled content").
import type { Paper } from '#src/news/structured.rules.ts';
import type { Report } from './editions.contract.ts';

// More editions make the page heavier and its place in search results no better.
const toldAtMost = 12;

/** The newest editions on the shelf; `.edition` is where each would be asked for. */
export const shelfData = (paper: Paper, reports: Report[]): object[] =>
  reports.slice(0, toldAtMost).map((report) => ({ ...issue(paper, report), ...paidAt('.edition') }));

/** An edition in the reader: `free` pages are for everyone, and on those after it is `.paywall`. */
export const editionData = (paper: Paper, report: Report, free: number): object[] => [
  {
    ...issue(paper, report),
    url: `${paper.origin}/e-paper/${report.id}`,
    ...(report.pages > free ? paidAt('.paywall') : { isAccessibleForFree: true }),
  },
];

const issue = ({ origin, name }: Paper, { title, issue_date, created_at, pages, thumbnail_url }: Report) => ({
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
