import { expect, test } from 'vitest';
import {
  apa,
  bibtex,
  type CitedEssay,
  pdfSlug,
  pdfUrl,
  ris,
  scholarlyArticle,
  scholarTags,
} from './citations.rules.ts';

const site = 'https://paper.example';
const work: CitedEssay = {
  id: 42,
  title: 'Lake frogs & 50% of {their} calls',
  authors: ['Asha K. Rao', 'Dev Iyer', 'मीरा शाह'],
  institution: 'River College',
  abstract: 'We counted.\nTwice.',
  keywords: ['frogs', 'lakes'],
  publishedAt: '2026-03-31T19:30:00.000Z', // 1 April in Indian time
  journal: 'News Wing',
};

test('scholarTags returns the tags for Google Scholar in its order', () => {
  expect(scholarTags(work, site)).toEqual([
    ['citation_title', work.title],
    ['citation_author', 'Asha K. Rao'],
    ['citation_author_institution', 'River College'],
    ['citation_author', 'Dev Iyer'],
    ['citation_author', 'मीरा शाह'],
    ['citation_publication_date', '2026/04/01'],
    ['citation_online_date', '2026/04/01'],
    ['citation_journal_title', 'News Wing'],
    ['citation_keywords', 'frogs; lakes'],
    ['citation_abstract_html_url', 'https://paper.example/research/42/'],
    ['citation_pdf_url', 'https://paper.example/research/42/lake-frogs-50-of-their-calls.pdf'],
  ]);
});

test('the URL of the PDF is below that of the page and retains letters of every script', () => {
  const address = pdfUrl(site, { id: 7, title: 'रात की रेलगाड़ियाँ' });
  expect(new URL('.', address).href).toBe('https://paper.example/research/7/');
  expect(decodeURIComponent(address)).toBe(`https://paper.example/research/7/${pdfSlug('रात की रेलगाड़ियाँ')}.pdf`);
  expect(pdfSlug('रात की रेलगाड़ियाँ')).toMatch(/^रात-की-/u);
  expect(pdfSlug('?!')).toBe('essay');
  expect(pdfSlug('word '.repeat(40)).length).toBeLessThanOrEqual(60);
});

test('BibTeX with its special characters escaped', () => {
  expect(bibtex(work, site)).toBe(`@article{newswing42,
  title = {{Lake frogs \\& 50\\% of \\textbraceleft{}their\\textbraceright{} calls}},
  author = {Asha K. Rao and Dev Iyer and मीरा शाह},
  journal = {News Wing},
  year = {2026},
  url = {https://paper.example/research/42/},
  keywords = {frogs, lakes}
}
`);
});

test.each(['frogs}} } @article(evil, title = "Evil")', '{{{', 'a\\}', 'frogs\n}\n@article{evil,'])(
  'BibTeX counts braces, also after a backslash: %j does not end the entry',
  (title) => {
    const entry = bibtex({ ...work, title, authors: [title], keywords: [title], journal: title }, site);
    let depth = 0;
    const ends = [...entry].findIndex((sign) => {
      depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
      return sign === '}' && depth === 0;
    });
    expect(entry.slice(ends)).toBe('}\n');
    expect(entry.split('\n')).toHaveLength(9);
  },
);

test('RIS with one line per field', () => {
  expect(ris(work, site).split('\r\n')).toEqual([
    'TY  - JOUR',
    `TI  - ${work.title}`,
    'AU  - Rao, Asha K.',
    'AU  - Iyer, Dev',
    'AU  - मीरा शाह',
    'T2  - News Wing',
    'PY  - 2026',
    'DA  - 2026/04/01',
    'AB  - We counted. Twice.',
    'KW  - frogs',
    'KW  - lakes',
    'UR  - https://paper.example/research/42/',
    'L1  - https://paper.example/research/42/lake-frogs-50-of-their-calls.pdf',
    'ER  - ',
    '',
  ]);
});

test('APA for one author and for several', () => {
  expect(apa(work, site)).toBe(
    `Rao, A. K., Iyer, D., & मीरा शाह. (2026). ${work.title}. News Wing. https://paper.example/research/42/`,
  );
  expect(apa({ ...work, authors: ['Plato'], title: 'What is a frog?' }, site)).toBe(
    'Plato. (2026). What is a frog? News Wing. https://paper.example/research/42/',
  );
});

test('the ScholarlyArticle data of an essay', () => {
  expect(scholarlyArticle(work, site)).toMatchObject({
    '@type': 'ScholarlyArticle',
    headline: work.title,
    datePublished: '2026-04-01T01:00:00.000+05:30',
    author: [{ '@type': 'Person', name: 'Asha K. Rao', affiliation: { name: 'River College' } }, {}, {}],
    isAccessibleForFree: true,
  });
});
