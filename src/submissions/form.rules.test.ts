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

test('a type and two files are enough', () => {
  expect(checkSubmission(form)).toEqual({
    values: { articleType: 'essay', title: '', abstract: '', coAuthors: [], institution: '', keywords: [] },
  });
});

test.each(['article_type', 'bonafide_file', 'essay_file'] as const)('without %s all fields are required', (field) => {
  expect(checkSubmission({ ...form, [field]: '' })).toEqual({
    errors: { [field]: { key: 'submissions.allRequired' } },
  });
});

test('other types, other files and too much are named by field', () => {
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
])('%s takes no address such as "%s"', (field, bad, good) => {
  expect(checkSubmission({ ...form, [field]: bad })).toEqual({ errors: { [field]: { key: 'errors.noAddresses' } } });
  expect(checkSubmission({ ...form, [field]: good })).toHaveProperty('values');
});

test('the title that a file has of itself becomes one line, or none when it has an address', () => {
  expect(titleFromMetadata(' Lake\n frogs ')).toBe('Lake frogs');
  expect(titleFromMetadata('Frogs at www.evil.test')).toBe('');
  expect(titleFromMetadata('x'.repeat(400))).toHaveLength(300);
});

test('a format is the ending, however it is written', () => {
  expect(['a.PDF', 'b.doc', 'c.tar.DocX', 'pdf', 'a.pdf.exe', ''].map(formatOfName)).toEqual([
    'pdf',
    'doc',
    'docx',
    undefined,
    undefined,
    undefined,
  ]);
});

test('lists are split, tidied and freed of doubles', () => {
  expect(listOfNames(' Rao, Asha;Dev  Iyer\n\nDev Iyer ')).toEqual(['Rao, Asha', 'Dev Iyer']);
  expect(listOfKeywords('frogs, lakes;  night trains\nfrogs,')).toEqual(['frogs', 'lakes', 'night trains']);
});

test('shares of files lie between 0 and 1 and add up to what has gone', () => {
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
