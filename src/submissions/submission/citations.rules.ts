// Public URLs of a published essay, its citations for reference managers, and its meta tags for search engines.
import { isoDate, isoInstantInIndia } from '#src/rules/calendar.rules.ts';

/** The fields of a published essay that a citation needs. */
export interface CitedEssay {
  id: number;
  title: string;
  /** In order; the submitting author first. */
  authors: readonly string[];
  institution: string;
  abstract: string;
  keywords: readonly string[];
  /** First publication, ISO 8601. */
  publishedAt: string;
  /** Name of the publication. */
  journal: string;
}

const slugMaxLength = 60;

/** Slug for the URL of a PDF: "Lake frogs, again" → "lake-frogs-again". Letters of every script are allowed. */
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

/** URL of an essay's page. It ends in a slash so that the PDF is in the same folder, as Google Scholar requires. */
export const essayUrl = (siteUrl: string, id: number): string => `${siteUrl}/research/${id}/`;

export const pdfUrl = (siteUrl: string, { id, title }: Pick<CitedEssay, 'id' | 'title'>): string =>
  `${essayUrl(siteUrl, id)}${encodeURIComponent(pdfSlug(title))}.pdf`;

/**
 * The meta tags that Google Scholar reads, in its order: the title, each author followed by his institution, the day of
 * publication as YYYY/MM/DD, then the URLs.
 */
export function scholarTags(work: CitedEssay, siteUrl: string): [name: string, content: string][] {
  const day = isoDate(new Date(work.publishedAt)).replaceAll('-', '/');
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
    ['citation_abstract_html_url', essayUrl(siteUrl, work.id)],
    ['citation_pdf_url', pdfUrl(siteUrl, work)],
  ];
}

/** The schema.org description of an essay. */
export function scholarlyArticle(
  work: CitedEssay & { corrections?: readonly { at: string }[] },
  siteUrl: string,
): object {
  const corrected = work.corrections?.at(-1);
  const address = essayUrl(siteUrl, work.id);
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
    datePublished: isoInstantInIndia(new Date(work.publishedAt)),
    ...(corrected && { dateModified: isoInstantInIndia(new Date(corrected.at)) }),
    isAccessibleForFree: true,
    publisher: { '@type': 'Organization', name: work.journal, url: siteUrl },
    isPartOf: { '@type': 'Periodical', name: work.journal },
    encoding: { '@type': 'MediaObject', contentUrl: pdfUrl(siteUrl, work), encodingFormat: 'application/pdf' },
  };
}

// BibTeX counts braces even after a backslash: an unbalanced one would end the entry and start another.
const bibtexEscapes: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const bibtexText = (text: string) =>
  text.replaceAll(/[\\{}~^&%$#_]/g, (char) => bibtexEscapes[char] ?? `\\${char}`).replaceAll('\n', ' ');

/** A BibTeX entry. Braces around the title preserve its capitals. */
export function bibtex(work: CitedEssay, siteUrl: string): string {
  const [year] = isoDate(new Date(work.publishedAt)).split('-');
  const fields = {
    title: `{${bibtexText(work.title)}}`,
    author: work.authors.map(bibtexText).join(' and '),
    journal: bibtexText(work.journal),
    year,
    url: essayUrl(siteUrl, work.id),
    ...(work.keywords.length && { keywords: work.keywords.map(bibtexText).join(', ') }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@article{newswing${work.id},\n${lines.join(',\n')}\n}\n`;
}

/** An entry in RIS format; its lines end with CR LF. */
export function ris(work: CitedEssay, siteUrl: string): string {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const lines: [string, string][] = [
    ['TY', 'JOUR'],
    ['TI', work.title],
    ...work.authors.map((name): [string, string] => ['AU', nameForRis(name)]),
    ['T2', work.journal],
    ['PY', isoDate(new Date(work.publishedAt)).slice(0, 4)],
    ['DA', isoDate(new Date(work.publishedAt)).replaceAll('-', '/')],
    ...(work.abstract ? [['AB', work.abstract] as [string, string]] : []),
    ...work.keywords.map((word): [string, string] => ['KW', word]),
    ['UR', essayUrl(siteUrl, work.id)],
    ['L1', pdfUrl(siteUrl, work)],
    ['ER', ''],
  ];
  return lines.map(([tag, value]) => `${tag}  - ${oneLine(value)}\r\n`).join('');
}

// Only Latin names of several words are split; in other scripts the order does not show which part is the family name.
const nameParts = (name: string) => {
  const words = name.split(' ');
  const family = words.pop() ?? name;
  return words.length && /^[\p{Script=Latin}\p{M}.'’ -]+$/u.test(name) ? { family, given: words } : undefined;
};

const nameForRis = (name: string) => {
  const known = nameParts(name);
  return known ? `${known.family}, ${known.given.join(' ')}` : name;
};

/** "Asha K. Rao" → "Rao, A. K." */
function nameForApa(name: string) {
  const known = nameParts(name);
  if (!known) return name;
  return `${known.family}, ${known.given.map((word) => `${word.charAt(0).toUpperCase()}.`).join(' ')}`;
}

/** A citation in APA style (7th edition), without its italics. */
export function apa(work: CitedEssay, siteUrl: string): string {
  const names = work.authors.map(nameForApa);
  const last = names.pop() ?? '';
  const authors = names.length ? `${names.join(', ')}, & ${last}` : last;
  const stop = (text: string) => (/[.?!।]$/.test(text) ? text : `${text}.`);
  const year = isoDate(new Date(work.publishedAt)).slice(0, 4);
  return `${stop(authors)} (${year}). ${stop(work.title)} ${stop(work.journal)} ${essayUrl(siteUrl, work.id)}`;
}
