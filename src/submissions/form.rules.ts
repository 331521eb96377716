// What an author hands in: a type and two files must be there, the rest describes the work and may stay empty.
import { hasExplicitAddress, lineFault } from '#src/accounts/names.rules.ts';
import { endingOf } from '#src/calls/file-names.rules.ts';
import type { TextKey, TextParams } from '#src/messages/catalogue.ts';

export const articleTypes = [
  'research articles',
  'essay',
  'posters',
  'research projects',
  'short reports',
  'letter',
] as const;
export type ArticleType = (typeof articleTypes)[number];

/** What each type is called to a reader. */
export const typeTexts: Record<ArticleType, TextKey> = {
  'research articles': 'research.type_research_articles',
  essay: 'research.type_essay',
  posters: 'research.type_posters',
  'research projects': 'research.type_research_projects',
  'short reports': 'research.type_short_reports',
  letter: 'research.type_letter',
};

export const documentFormats = ['pdf', 'doc', 'docx'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** For the `accept` of a file picker. */
export const acceptedFiles = documentFormats.map((format) => `.${format}`).join(',');

export const maxLengths = { title: 300, abstract: 5000, institution: 200, name: 100, keyword: 60, note: 2000 } as const;
export const maxCounts = { coAuthors: 20, keywords: 12 } as const;

/** The form as typed, files by their names; a file that was not chosen has none. */
export interface SubmissionForm {
  article_type: string;
  title: string;
  abstract: string;
  co_authors: string;
  institution: string;
  keywords: string;
  bonafide_file: string | undefined;
  essay_file: string | undefined;
}

export interface SubmissionValues {
  articleType: ArticleType;
  /** Empty when the author gave none. */
  title: string;
  abstract: string;
  coAuthors: string[];
  institution: string;
  keywords: string[];
}

export interface Fault {
  key: TextKey;
  params?: TextParams;
}
export type Faults = Partial<Record<keyof SubmissionForm, Fault>>;

const isArticleType = (text: string): text is ArticleType => articleTypes.some((type) => type === text);

/** The title that a file has of itself, as the title of the work: one line without addresses, or empty. */
export function titleOfFile(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ').slice(0, maxLengths.title).trim();
  return hasExplicitAddress(line) ? '' : line;
}

/** The format by a file's name: "Essay.PDF" is `pdf`. Whether the content agrees is for the server to see. */
export function formatOfName(name: string): DocumentFormat | undefined {
  const ending = endingOf(name);
  return documentFormats.find((format) => format === ending);
}

/** One per line, or separated by semicolons: names may hold commas. */
export const listOfNames = (text: string): string[] => split(text, /[;\n]/);

/** Separated by commas, semicolons or lines. */
export const listOfKeywords = (text: string): string[] => split(text, /[,;\n]/);

const split = (text: string, by: RegExp) => {
  const entries = text.split(by).map((entry) => entry.trim().replaceAll(/\s+/g, ' '));
  return [...new Set(entries.filter(Boolean))];
};

/** The work as it may be stored, or what is wrong with each field. */
export function checkSubmission(form: SubmissionForm): { values: SubmissionValues } | { faults: Faults } {
  const faults: Faults = {};
  const articleType = form.article_type.trim();
  for (const field of ['article_type', 'bonafide_file', 'essay_file'] as const)
    if (!form[field]?.trim()) faults[field] = { key: 'submissions.allRequired' };
  if (articleType && !isArticleType(articleType)) faults.article_type = { key: 'submissions.typeUnknown' };
  for (const field of ['bonafide_file', 'essay_file'] as const) {
    const name = form[field];
    if (name && !formatOfName(name)) faults[field] = { key: 'submissions.fileTypes' };
  }
  const title = form.title.trim().replaceAll(/\s+/g, ' ');
  const abstract = form.abstract.replaceAll('\r\n', '\n').trim();
  const institution = form.institution.trim().replaceAll(/\s+/g, ' ');
  const coAuthors = listOfNames(form.co_authors);
  const keywords = listOfKeywords(form.keywords);
  const tooLong = (field: 'title' | 'abstract' | 'institution', text: string) => {
    const max = maxLengths[field];
    if (text.length > max) faults[field] = { key: 'submissions.tooLong', params: { max } };
  };
  tooLong('title', title);
  tooLong('abstract', abstract);
  tooLong('institution', institution);
  // They appear in mails and on public pages, so they must not carry links.
  if (!faults.title && hasExplicitAddress(title)) faults.title = { key: 'errors.noAddresses' };
  const institutionFault = lineFault(institution);
  if (!faults.institution && institutionFault) faults.institution = institutionFault;
  const authorFault = coAuthors.map(lineFault).find((fault) => fault !== undefined);
  if (authorFault) faults.co_authors = authorFault;
  if (keywords.some(hasExplicitAddress)) faults.keywords = { key: 'errors.noAddresses' };
  if (coAuthors.length > maxCounts.coAuthors || coAuthors.some((name) => name.length > maxLengths.name))
    faults.co_authors = { key: 'submissions.tooManyAuthors', params: { max: maxCounts.coAuthors } };
  if (keywords.length > maxCounts.keywords || keywords.some((word) => word.length > maxLengths.keyword))
    faults.keywords = { key: 'submissions.tooManyKeywords', params: { max: maxCounts.keywords } };
  if (Object.keys(faults).length || !isArticleType(articleType)) return { faults };
  return { values: { articleType, title, abstract, coAuthors, institution, keywords } };
}

/** How much of each of a form's files has gone, from 0 to 1: they travel one after the other, in this order. */
export function shareOfFiles(sentBytes: number, sizes: readonly number[]): number[] {
  let before = 0;
  return sizes.map((size) => {
    const share = size === 0 ? 1 : (sentBytes - before) / size;
    before += size;
    return Math.min(1, Math.max(0, share));
  });
}
