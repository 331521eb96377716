import { expect, test } from 'vitest';
import {
  type Content,
  checkContent,
  emptyContent,
  fieldOf,
  group,
  line,
  list,
  page,
  prose,
  renderContent,
  rows,
  textsByPath,
} from './page-fields.rules.ts';

const Leaflet = page({
  title: line('pages.title', { max: 20 }),
  about: group('pages.sections', { text: prose('pages.text'), note: line('pages.name', { empty: true }) }),
  courses: rows(
    'pages.courses',
    { name: line('pages.course'), subjects: list('pages.subjects', 'pages.subject') },
    { min: 1, max: 2 },
  ),
});

const leaflet = {
  title: 'Courses at {site}',
  about: { text: '**Write** to {email} or {nobody}.\n\nOr [call](/contact).', note: '' },
  courses: [{ name: 'Editing & more', subjects: ['Headlines', 'Cuts'] }],
};

test('valid content is accepted and trimmed', () => {
  expect(checkContent(Leaflet, { ...leaflet, title: ' Courses ' })).toEqual({
    content: { ...leaflet, title: 'Courses' },
  });
});

test('every validation error is reported by its path', () => {
  const content = {
    title: 'x'.repeat(21),
    about: { text: ' ', note: 7 },
    courses: [leaflet.courses[0], { name: '', subjects: [] }],
  };
  expect(checkContent(Leaflet, content)).toEqual({
    errors: {
      title: { key: 'pages.tooLong', params: { max: 20 } },
      'about.text': { key: 'errors.required' },
      'about.note': { key: 'errors.invalidField' },
      'courses.1.name': { key: 'errors.required' },
      'courses.1.subjects': { key: 'errors.required' },
    },
  });
});

test('too many entries are a validation error', () => {
  const [course] = leaflet.courses;
  expect(checkContent(Leaflet, { ...leaflet, courses: [course, course, course] })).toEqual({
    errors: { courses: { key: 'pages.tooMany', params: { max: 2 } } },
  });
});

test('unknown fields are rejected', () => {
  expect(checkContent(Leaflet, { ...leaflet, script: 'x' })).toHaveProperty('errors');
  expect(checkContent(Leaflet, 'a text')).toHaveProperty('errors');
});

test('placeholders are filled in and Markdown becomes HTML; single-line fields stay plain text', () => {
  const facts = { site: 'The Post', email: 'a@b.example' };
  expect(renderContent(Leaflet, leaflet, facts)).toEqual({
    title: 'Courses at The Post',
    about: {
      text: '<p><strong>Write</strong> to a@b.example or {nobody}.</p>\n<p>Or <a href="/contact">call</a>.</p>\n',
      note: '',
    },
    courses: leaflet.courses,
  });
});

test('HTML and scripts are removed or escaped, even if they come from a setting', () => {
  const content = { ...leaflet, about: { text: '<b>{site}</b> [x](javascript:alert(1))', note: '' } };
  const { about } = renderContent(Leaflet, content, { site: '<script>alert(1)</script>' });
  expect(about.text).not.toMatch(/<(b|script|a)/);
});

test('a new entry has every field, empty', () => {
  expect(emptyContent(Leaflet.shape.courses.element)).toEqual({ name: '', subjects: [''] });
});

test('a field has a label and a flag for Markdown', () => {
  expect(fieldOf(Leaflet.shape.about.shape.text)).toEqual({ label: 'pages.text', markdown: true });
  expect(fieldOf(Leaflet.shape.title)).toEqual({ label: 'pages.title' });
});

test('two versions can be compared text by text', () => {
  const before = textsByPath(leaflet);
  const changed: Content = { ...leaflet, courses: [{ name: 'Editing', subjects: ['Headlines'] }] };
  const after = textsByPath(changed);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  expect(paths.filter((path) => before.get(path) !== after.get(path))).toEqual([
    'courses.0.name',
    'courses.0.subjects.1',
  ]);
});
