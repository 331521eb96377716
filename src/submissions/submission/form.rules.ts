// Rules of the submission form: the type and two files are required, the descriptive fields are optional.

import { hasExplicitAddress, lineError } from '#src/accounts/users/names.rules.ts';
import { extensionOf } from '#src/calls/file-names.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';

export const articleTypes = [
  'research articles',
  'essay',
  'posters',
  'research projects',
  'short reports',
  'letter',
] as const;
export type ArticleType = (typeof articleTypes)[number];

/** Display name of each type. */
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

const emptyWork = { article_type: '', title: '', abstract: '', co_authors: '', institution: '', keywords: '' };
export type DescriptionForm = typeof emptyWork;
const workFieldNames = Object.keys(emptyWork) as (keyof DescriptionForm)[]; // has every field

/** Picks the descriptive fields from form input; a missing field becomes empty. */
export const descriptionFormOf = (sent: { [Name in keyof DescriptionForm]?: string | undefined }): DescriptionForm =>
  Object.fromEntries(workFieldNames.map((name) => [name, sent[name] ?? ''])) as DescriptionForm; // has each name

/** The form as typed, with file names instead of files; undefined when no file was chosen. */
export interface SubmissionForm extends DescriptionForm {
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

export type SubmissionErrors = ValidationErrors<keyof SubmissionForm>;

const isArticleType = (text: string): text is ArticleType => articleTypes.some((type) => type === text);

// Titles that programs write by themselves: addresses, names of files and windows, placeholders.
const programTitles = [
  /^(?:about:|file:|localhost)/i, // about:blank
  /\.(?:pdf|docx?|odt|rtf|txt|tex|dvi|ps|pptx?|xlsx?|indd|pages|html?|jpe?g|png|tiff?)$/i, // essay-final (2).docx
  /^microsoft (?:word|powerpoint|excel)/i, // Microsoft Word - essay
  /^(?:(?:new|blank|word|scanned|untitled)[ _-])?(?:untitled|unnamed|document|presentation|powerpoint presentation|slide|book|sheet|scan|title|img|image|camscanner)[\d\s:_().-]*$/i, // Document1, Untitled-2
];

/** The title from a file's metadata as a submission title: one line without URLs; empty if a program wrote it. */
export function titleFromMetadata(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ').slice(0, maxLengths.title).trim();
  const isReadable = /\p{L}{2}/u.test(line) && !programTitles.some((pattern) => pattern.test(line));
  return isReadable && !hasExplicitAddress(line) ? line : '';
}

/** The format by file extension: "Essay.PDF" is `pdf`. The server also checks the content. */
export function formatOfName(name: string): DocumentFormat | undefined {
  const ending = extensionOf(name);
  return documentFormats.find((format) => format === ending);
}

/** Separated by lines or semicolons; names may contain commas. */
export const listOfNames = (text: string): string[] => split(text, /[;\n]/);

/** Separated by commas, semicolons or lines. */
export const listOfKeywords = (text: string): string[] => split(text, /[,;\n]/);

const split = (text: string, by: RegExp) => {
  const entries = text.split(by).map((entry) => entry.trim().replaceAll(/\s+/g, ' '));
  return [...new Set(entries.filter(Boolean))];
};

/** Validates the form. Returns the values to store, or the errors by field. */
export function checkSubmission(form: SubmissionForm): { values: SubmissionValues } | { errors: SubmissionErrors } {
  const errors: SubmissionErrors = {};
  const articleType = form.article_type.trim();
  for (const field of ['article_type', 'bonafide_file', 'essay_file'] as const)
    if (!form[field]?.trim()) errors[field] = { key: 'submissions.allRequired' };
  if (articleType && !isArticleType(articleType)) errors.article_type = { key: 'submissions.typeUnknown' };
  for (const field of ['bonafide_file', 'essay_file'] as const) {
    const name = form[field];
    if (name && !formatOfName(name)) errors[field] = { key: 'submissions.fileTypes' };
  }
  const { title, abstract } = checkDescription(form, errors);
  const institution = form.institution.trim().replaceAll(/\s+/g, ' ');
  const coAuthors = listOfNames(form.co_authors);
  const keywords = listOfKeywords(form.keywords);
  requireLength('institution', institution, errors);
  // These fields appear in mails and on public pages, so they must not contain links.
  const institutionError = lineError(institution);
  if (!errors.institution && institutionError) errors.institution = institutionError;
  const authorError = coAuthors.map(lineError).find((error) => error !== undefined);
  if (authorError) errors.co_authors = authorError;
  if (keywords.some(hasExplicitAddress)) errors.keywords = { key: 'errors.noAddresses' };
  if (coAuthors.length > maxCounts.coAuthors || coAuthors.some((name) => name.length > maxLengths.name))
    errors.co_authors = { key: 'submissions.tooManyAuthors', params: { max: maxCounts.coAuthors } };
  if (keywords.length > maxCounts.keywords || keywords.some((word) => word.length > maxLengths.keyword))
    errors.keywords = { key: 'submissions.tooManyKeywords', params: { max: maxCounts.keywords } };
  if (Object.keys(errors).length || !isArticleType(articleType)) return { errors };
  return { values: { articleType, title, abstract, coAuthors, institution, keywords } };
}

/** Normalizes title and abstract, and adds their errors to `errors`. */
export function checkDescription(
  sent: { title: string; abstract: string },
  errors: ValidationErrors<'title' | 'abstract'>,
): { title: string; abstract: string } {
  const title = sent.title.trim().replaceAll(/\s+/g, ' ');
  const abstract = sent.abstract.replaceAll('\r\n', '\n').trim();
  requireLength('title', title, errors);
  requireLength('abstract', abstract, errors);
  // The title appears in mails and on public pages, so it must not contain links.
  if (!errors.title && hasExplicitAddress(title)) errors.title = { key: 'errors.noAddresses' };
  return { title, abstract };
}

function requireLength<Field extends 'title' | 'abstract' | 'institution'>(
  field: Field,
  text: string,
  errors: ValidationErrors<Field>,
) {
  const max = maxLengths[field];
  if (text.length > max) Object.assign(errors, { [field]: { key: 'submissions.tooLong', params: { max } } });
}

/** Upload progress of each file, from 0 to 1; files are uploaded one after another in this order. */
export function uploadProgress(sentBytes: number, sizes: readonly number[]): number[] {
  let before = 0;
  return sizes.map((size) => {
    const share = size === 0 ? 1 : (sentBytes - before) / size;
    before += size;
    return Math.min(1, Math.max(0, share));
  });
}
