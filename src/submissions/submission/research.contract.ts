// Data of the research pages.
import type { ArticleType } from './form.rules.ts';

/** The size of a page whose picture has been rendered. */
export interface PageSize {
  page: number;
  /** Size of the PDF page, in points. */
  width: number;
  height: number;
}

export interface EssayCard {
  id: number;
  title: string;
  username: string;
  articleType: ArticleType;
  publishedAt: string;
  /** Public id in URLs: /api/essays/<publicId>.pdf, /api/essays/<publicId>/1-480.webp. */
  publicId: string;
  firstPage: PageSize | null;
}

export interface ResearchPage {
  essays: EssayCard[];
  nextCursor: string | null;
  /** The search text from the URL. */
  search: string;
  type: string;
  year: string;
  /** Options of the year filter, newest first. */
  years: number[];
}

export interface EssayPage {
  id: number;
  title: string;
  authors: string[];
  institution: string;
  abstract: string;
  keywords: string[];
  articleType: ArticleType;
  publishedAt: string;
  /** Corrections of title and abstract since, oldest first. */
  corrections: { at: string; note: string }[];
  /** Name of the publication. */
  journal: string;
  publicId: string;
  /** At most the first `pagesShown` pages. */
  pages: (PageSize & { text: string })[];
  /** Number of further pages of the PDF. */
  morePages: number;
  /** File name of the PDF, relative to the essay's page. */
  pdfName: string;
  /** Meta tags for search engines. */
  tags: [name: string, content: string][];
  citations: { bibtex: string; ris: string; apa: string };
}

export interface Verification {
  code: string;
  title: string;
  author: string;
  /** Day of publication; ISO 8601. */
  publishedAt: string;
  /** Whether the essay is still published. */
  valid: boolean;
  /** Id of the essay's page; null if it is no longer published. */
  id: number | null;
}

/** Widths of page pictures in px: on a card, and for reading. */
export const pageWidths = { card: 480, reading: 1100 } as const;

/** Maximum pages of an essay that its HTML page shows as pictures and text; a thesis would make it too large. */
export const pagesShown = 40;

export const essaysPerPage = 24;
