// The online university's prospectus: industrial and communication design, and aerospace design with its CAD courses.
import type { z } from 'zod';
import { group, line, list, page, prose, rows } from './page-fields.rules.ts';

export const University = page({
  title: line('standing.title'),
  lead: prose('standing.lead'),
  courses: group('standing.courses', {
    heading: line('standing.heading'),
    text: prose('standing.text', { empty: true }),
    items: rows('standing.courseRows', {
      name: line('standing.course'),
      length: line('standing.length'),
      text: prose('standing.text'),
    }),
  }),
  careers: group('standing.careers', {
    heading: line('standing.heading'),
    text: prose('standing.text', { empty: true }),
    items: rows('standing.roles', { name: line('standing.role'), text: prose('standing.roleText') }),
  }),
  subjects: group('standing.subjectsTaught', {
    heading: line('standing.heading'),
    items: list('standing.subjects', 'standing.subject'),
  }),
  skills: group('standing.skills', { heading: line('standing.heading'), text: prose('standing.text') }),
  aerospace: group('standing.aerospace', {
    heading: line('standing.heading'),
    text: prose('standing.text'),
    groups: rows('standing.courseLists', {
      name: line('standing.name'),
      text: prose('standing.text', { empty: true }),
      courses: list('standing.courses', 'standing.course'),
    }),
  }),
});
export type University = z.infer<typeof University>;
