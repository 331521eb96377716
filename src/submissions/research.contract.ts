// What the research pages are made of.
import type { ArticleType } from './form.rules.ts';

/** The first page of an essay as a picture; absent until it has been drawn. */
export interface PageShape {
  page: number;
  /** Of the page itself, in points. */
  width: number;
  height: number;
}

export interface EssayCard {
  id: number;
  title: string;
  username: string;
  articleType: ArticleType;
  publishedAt: string;
  /** Names the PDF and the pictures of its pages: /api/essays/<openName>.pdf, /api/essays/<openName>/1-480.webp. */
  openName: string;
  firstPage: PageShape | null;
}

export interface ResearchPage {
  essays: EssayCard[];
  nextCursor: string | null;
  /** What was asked for. */
  search: string;
  type: string;
  year: string;
  /** Years to choose from, newest first. */
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
  /** Name of the publication. */
  journal: string;
  openName: string;
  /** The first pages; at most `pagesShown`. */
  pages: (PageShape & { text: string })[];
  /** How many more the PDF has. */
  morePages: number;
  /** File name of the PDF below the page's own address. */
  pdfName: string;
  /** Tags for search engines and the three forms of a citation, ready to be shown. */
  tags: [name: string, content: string][];
  citations: { bibtex: string; ris: string; apa: string };
}

export interface Verification {
  code: string;
  title: string;
  author: string;
  /** Day of publication; ISO 8601. */
  publishedAt: string;
  /** Whether the work is published now. */
  valid: boolean;
  /** Its page, while it has one. */
  id: number | null;
}

/** Widths of the pictures of pages, in px: on a card, and for reading. */
export const pageWidths = { card: 480, reading: 1100 } as const;

/** So many pages of an essay stand in its page as pictures and text; a thesis would make it too heavy. */
export const pagesShown = 40;

export const essaysPerPage = 24;
