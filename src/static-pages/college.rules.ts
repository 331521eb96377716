// The college's prospectus: two degrees, six semesters, six modules, and what graduates may become.
import type { z } from 'zod';
import { group, line, list, page, prose, rows } from './page-fields.rules.ts';

export const College = page({
  title: line('pages.title'),
  lead: prose('pages.lead'),
  degree: group('pages.degree', { heading: line('pages.heading'), text: prose('pages.text') }),
  semesters: group('pages.semesters', {
    heading: line('pages.heading'),
    text: prose('pages.text', { empty: true }),
    items: rows(
      'pages.semesterRows',
      { title: line('pages.semester'), subjects: list('pages.subjects', 'pages.subject') },
      { min: 1, max: 12 },
    ),
  }),
  journalism: group('pages.journalism', { heading: line('pages.heading'), text: prose('pages.text') }),
  skills: group('pages.skills', {
    heading: line('pages.heading'),
    text: prose('pages.text', { empty: true }),
    items: list('pages.skillList', 'pages.skill'),
  }),
  principles: group('pages.principles', {
    heading: line('pages.heading'),
    items: rows('pages.principleRows', { name: line('pages.name'), text: prose('pages.text') }),
  }),
  modules: group('pages.modules', {
    heading: line('pages.heading'),
    text: prose('pages.text', { empty: true }),
    items: rows('pages.moduleRows', { name: line('pages.name'), text: prose('pages.text') }),
  }),
  careers: group('pages.careers', {
    heading: line('pages.heading'),
    text: prose('pages.text', { empty: true }),
    items: rows('pages.roles', { name: line('pages.role'), text: prose('pages.text') }),
    salary: line('pages.salary'),
    salaryNote: prose('pages.salaryNote'),
  }),
});
export type College = z.infer<typeof College>;
