// What search engines are told of the rack: which editions there are, and that reading them takes a plan.
import type { Report } from './editions.contract.ts';

// More editions make the page heavier and its place in search results no better.
const toldAtMost = 12;

/** The newest editions. What is paid for is never in the page; `.edition` is where it would be asked for. */
export const shelfData = (origin: string, reports: Report[]): object[] =>
  reports.slice(0, toldAtMost).map(({ title, issue_date, created_at, pages, thumbnail_url }) => ({
    '@type': 'PublicationIssue',
    name: title,
    datePublished: issue_date ?? created_at,
    pagination: String(pages),
    ...(thumbnail_url && { image: `${origin}/api${thumbnail_url}` }),
    isPartOf: { '@type': 'Newspaper', name: 'News Wing', url: `${origin}/e-paper` },
    isAccessibleForFree: false,
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.edition' },
  }));
