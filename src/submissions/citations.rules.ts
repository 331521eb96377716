// How a published work is named to the world: addresses, citations for reference managers, tags for search engines.
import { indianInstant } from '#src/news/structured.rules.ts';

/** A published work with all that a citation needs. */
export interface CitedWork {
  id: number;
  title: string;
  /** In order, the one who handed it in first. */
  authors: readonly string[];
  institution: string;
  abstract: string;
  keywords: readonly string[];
  /** When it first appeared, ISO 8601. */
  publishedAt: string;
  /** Name of the publication. */
  journal: string;
}

const slugMaxLength = 60;

/** File name of a work in the address of its PDF: "Lake frogs, again" → "lake-frogs-again". Letters of every script stay. */
export function pdfSlug(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length > slugMaxLength) break;
    slug += slug ? `-${word}` : word;
  }
  return slug || 'essay';
}

/** The page of a work. With a slash at the end, so that its PDF lies in the same folder, as Google Scholar asks. */
export const workAddress = (siteUrl: string, id: number): string => `${siteUrl}/research/${id}/`;

export const pdfAddress = (siteUrl: string, { id, title }: Pick<CitedWork, 'id' | 'title'>): string =>
  `${workAddress(siteUrl, id)}${encodeURIComponent(pdfSlug(title))}.pdf`;

/** The calendar day in India, as the paper dates its issues: "2026-11-21". */
export const indianDay = (instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date(instant));

/**
 * What Google Scholar reads, in its order: the title, each author followed by his institution, the day of publication
 * as YYYY/MM/DD, then where the work stands.
 */
export function scholarTags(work: CitedWork, siteUrl: string): [name: string, content: string][] {
  const day = indianDay(work.publishedAt).replaceAll('-', '/');
  const [first = '', ...others] = work.authors;
  return [
    ['citation_title', work.title],
    ['citation_author', first],
    ...(work.institution ? [['citation_author_institution', work.institution] as [string, string]] : []),
    ...others.map((name): [string, string] => ['citation_author', name]),
    ['citation_publication_date', day],
    ['citation_online_date', day],
    ['citation_journal_title', work.journal],
    ...(work.keywords.length ? [['citation_keywords', work.keywords.join('; ')] as [string, string]] : []),
    ['citation_abstract_html_url', workAddress(siteUrl, work.id)],
    ['citation_pdf_url', pdfAddress(siteUrl, work)],
  ];
}

/** schema.org's description of a work. */
export function scholarlyArticle(work: CitedWork, siteUrl: string): object {
  const address = workAddress(siteUrl, work.id);
  const [first, ...others] = work.authors;
  const affiliation = work.institution ? { affiliation: { '@type': 'Organization', name: work.institution } } : {};
  return {
    '@type': 'ScholarlyArticle',
    '@id': address,
    url: address,
    mainEntityOfPage: address,
    headline: work.title,
    name: work.title,
    author: [
      { '@type': 'Person', name: first, ...affiliation },
      ...others.map((name) => ({ '@type': 'Person', name })),
    ],
    ...(work.abstract && { abstract: work.abstract }),
    ...(work.keywords.length && { keywords: work.keywords.join(', ') }),
    datePublished: indianInstant(work.publishedAt),
    isAccessibleForFree: true,
    publisher: { '@type': 'Organization', name: work.journal, url: siteUrl },
    isPartOf: { '@type': 'Periodical', name: work.journal },
    encoding: { '@type': 'MediaObject', contentUrl: pdfAddress(siteUrl, work), encodingFormat: 'application/pdf' },
  };
}

// BibTeX counts every brace, also after a backslash: one too many would end the entry and begin another.
const bibtexEscapes: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const bibtexText = (text: string) =>
  text.replaceAll(/[\\{}~^&%$#_]/g, (sign) => bibtexEscapes[sign] ?? `\\${sign}`).replaceAll('\n', ' ');

/** An entry for BibTeX. Braces around the title keep its capitals. */
export function bibtex(work: CitedWork, siteUrl: string): string {
  const [year] = indianDay(work.publishedAt).split('-');
  const fields = {
    title: `{${bibtexText(work.title)}}`,
    author: work.authors.map(bibtexText).join(' and '),
    journal: bibtexText(work.journal),
    year,
    url: workAddress(siteUrl, work.id),
    ...(work.keywords.length && { keywords: work.keywords.map(bibtexText).join(', ') }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@article{newswing${work.id},\n${lines.join(',\n')}\n}\n`;
}

/** An entry for reference managers that read RIS; its lines end with CR LF. */
export function ris(work: CitedWork, siteUrl: string): string {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const lines: [string, string][] = [
    ['TY', 'JOUR'],
    ['TI', work.title],
    ...work.authors.map((name): [string, string] => ['AU', nameForRis(name)]),
    ['T2', work.journal],
    ['PY', indianDay(work.publishedAt).slice(0, 4)],
    ['DA', indianDay(work.publishedAt).replaceAll('-', '/')],
    ...(work.abstract ? [['AB', work.abstract] as [string, string]] : []),
    ...work.keywords.map((word): [string, string] => ['KW', word]),
    ['UR', workAddress(siteUrl, work.id)],
    ['L1', pdfAddress(siteUrl, work)],
    ['ER', ''],
  ];
  return lines.map(([tag, value]) => `${tag}  - ${oneLine(value)}\r\n`).join('');
}

// A name whose parts cannot be told apart by their order stays whole: a single word, and scripts without initials.
const parts = (name: string) => {
  const words = name.split(' ');
  const family = words.pop() ?? name;
  return words.length && /^[\p{Script=Latin}\p{M}.'’ -]+$/u.test(name) ? { family, given: words } : undefined;
};

const nameForRis = (name: string) => {
  const known = parts(name);
  return known ? `${known.family}, ${known.given.join(' ')}` : name;
};

/** "Asha K. Rao" → "Rao, A. K." */
function nameForApa(name: string) {
  const known = parts(name);
  if (!known) return name;
  return `${known.family}, ${known.given.map((word) => `${word.charAt(0).toUpperCase()}.`).join(' ')}`;
}

/** A line as the American Psychological Association's manual has it (7th edition), without its italics. */
export function apa(work: CitedWork, siteUrl: string): string {
  const names = work.authors.map(nameForApa);
  const last = names.pop() ?? '';
  const authors = names.length ? `${names.join(', ')}, & ${last}` : last;
  const stop = (text: string) => (/[.?!।]$/.test(text) ? text : `${text}.`);
  const year = indianDay(work.publishedAt).slice(0, 4);
  return `${stop(authors)} (${year}). ${stop(work.title)} ${stop(work.journal)} ${workAddress(siteUrl, work.id)}`;
}
