// The online university's prospectus: industrial and communication design, and aerospace design with its CAD courses.
import type { z } from 'zod';
import { group, line, list, page, prose, rows } from './page-fields.rules.ts';

export const University = page({
  title: line('pages.title'),
  lead: prose('pages.lead'),
  courses: group('pages.courses', {
    heading: line('pages.heading'),
    text: prose('pages.text', { empty: true }),
    items: rows('pages.courseRows', {
      name: line('pages.course'),
      length: line('pages.length'),
      text: prose('pages.text'),
    }),
  }),
  careers: group('pages.careers', {
    heading: line('pages.heading'),
    text: prose('pages.text', { empty: true }),
    items: rows('pages.roles', { name: line('pages.role'), text: prose('pages.roleText') }),
  }),
  subjects: group('pages.subjectsTaught', {
    heading: line('pages.heading'),
    items: list('pages.subjects', 'pages.subject'),
  }),
  skills: group('pages.skills', { heading: line('pages.heading'), text: prose('pages.text') }),
  aerospace: group('pages.aerospace', {
    heading: line('pages.heading'),
    text: prose('pages.text'),
    groups: rows('pages.courseLists', {
      name: line('pages.name'),
      text: prose('pages.text', { empty: true }),
      courses: list('pages.courses', 'pages.course'),
    }),
  }),
});
export type University = z.infer<typeof University>;
