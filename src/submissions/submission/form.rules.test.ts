import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkSubmission,
  formatOfName,
  listOfKeywords,
  listOfNames,
  titleFromMetadata,
  uploadProgress,
} from './form.rules.ts';

const form = {
  article_type: 'essay',
  title: '',
  abstract: '',
  co_authors: '',
  institution: '',
  keywords: '',
  bonafide_file: 'card.pdf',
  essay_file: 'essay.docx',
};

test('an article type and two files are sufficient', () => {
  expect(checkSubmission(form)).toEqual({
    values: { articleType: 'essay', title: '', abstract: '', coAuthors: [], institution: '', keywords: [] },
  });
});

test.each(['article_type', 'bonafide_file', 'essay_file'] as const)('a form without %s is incomplete', (field) => {
  expect(checkSubmission({ ...form, [field]: '' })).toEqual({
    errors: { [field]: { key: 'submissions.allRequired' } },
  });
});

test('unknown types, wrong files and excessive input are reported by field', () => {
  const faulty = {
    ...form,
    article_type: 'poem',
    essay_file: 'essay.txt',
    title: 'x'.repeat(301),
    co_authors: Array.from({ length: 21 }, (_, index) => `Author ${index}`).join('\n'),
    keywords: 'x'.repeat(61),
  };
  expect(checkSubmission(faulty)).toEqual({
    errors: {
      article_type: { key: 'submissions.typeUnknown' },
      essay_file: { key: 'submissions.fileTypes' },
      title: { key: 'submissions.tooLong', params: { max: 300 } },
      co_authors: { key: 'submissions.tooManyAuthors', params: { max: 20 } },
      keywords: { key: 'submissions.tooManyKeywords', params: { max: 12 } },
    },
  });
});

test.each([
  ['title', 'Read http://evil.test now', 'Booking.com and tourism'],
  ['institution', 'Claim it at evil.test', 'St. Xavier’s College, Mumbai 400 001'],
  ['co_authors', 'Dev Iyer; www.evil.test', 'Iyer, D.K.; S.K.Das'],
  ['keywords', 'frogs, me@evil.test', 'Node.js, frogs'],
])('%s rejects web and e-mail addresses such as "%s"', (field, bad, good) => {
  expect(checkSubmission({ ...form, [field]: bad })).toEqual({ errors: { [field]: { key: 'errors.noAddresses' } } });
  expect(checkSubmission({ ...form, [field]: good })).toHaveProperty('values');
});

test('a title from file metadata becomes one line, or empty if it contains an address', () => {
  expect(titleFromMetadata(' Lake\n frogs ')).toBe('Lake frogs');
  expect(titleFromMetadata('Frogs at www.evil.test')).toBe('');
  expect(titleFromMetadata('x'.repeat(400))).toHaveLength(300);
});

test.each([
  'about:blank',
  'Microsoft Word - essay final.docx',
  'essay-final (2).pdf',
  'C:\\Users\\asha\\thesis.tex',
  'Untitled',
  'untitled-2',
  'Untitled document',
  'Document1',
  'New Document 3',
  'PowerPoint Presentation',
  'CamScanner 01-02-2026 12.30',
  'IMG_20260102',
  'localhost:8080/print',
  '---',
  '2026',
])('“%s” is not taken as a title', (title) => {
  expect(titleFromMetadata(title)).toBe('');
});

test.each([
  'Documenting the lakes',
  'Slides of a glacier',
  'Title IX in India',
  'शीर्षक',
  'Image and word',
  'On .pdf files',
])('“%s” is taken as a title', (title) => {
  expect(titleFromMetadata(title)).toBe(title);
});

test('a title without letters of any script', () => {
  expect(titleFromMetadata('1 + 1')).toBe('');
});

test('the format is the file extension, regardless of case', () => {
  expect(['a.PDF', 'b.doc', 'c.tar.DocX', 'pdf', 'a.pdf.exe', ''].map(formatOfName)).toEqual([
    'pdf',
    'doc',
    'docx',
    undefined,
    undefined,
    undefined,
  ]);
});

test('lists are split, trimmed and deduplicated', () => {
  expect(listOfNames(' Rao, Asha;Dev  Iyer\n\nDev Iyer ')).toEqual(['Rao, Asha', 'Dev Iyer']);
  expect(listOfKeywords('frogs, lakes;  night trains\nfrogs,')).toEqual(['frogs', 'lakes', 'night trains']);
});

test('the progress of each file is between 0 and 1 and adds up to the bytes sent', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1e8 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
      const total = given.reduce((sum, size) => sum + size, 0);
      const shares = uploadProgress(part * total, given);
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      const sent = shares.reduce((sum, share, index) => sum + share * (given[index] ?? 0), 0);
      expect(Math.abs(sent - part * total)).toBeLessThan(1);
    }),
  );
});
