// The college's prospectus: two degrees, six semesters, six modules, and what graduates may become.
import type { z } from 'zod';
import { group, line, list, page, prose, rows } from './page-fields.rules.ts';

export const College = page({
  title: line('standing.title'),
  lead: prose('standing.lead'),
  degree: group('standing.degree', { heading: line('standing.heading'), text: prose('standing.text') }),
  semesters: group('standing.semesters', {
    heading: line('standing.heading'),
    text: prose('standing.text', { empty: true }),
    items: rows(
      'standing.semesterRows',
      { title: line('standing.semester'), subjects: list('standing.subjects', 'standing.subject') },
      { min: 1, max: 12 },
    ),
  }),
  journalism: group('standing.journalism', { heading: line('standing.heading'), text: prose('standing.text') }),
  skills: group('standing.skills', {
    heading: line('standing.heading'),
    text: prose('standing.text', { empty: true }),
    items: list('standing.skillList', 'standing.skill'),
  }),
  principles: group('standing.principles', {
    heading: line('standing.heading'),
    items: rows('standing.principleRows', { name: line('standing.name'), text: prose('standing.text') }),
  }),
  modules: group('standing.modules', {
    heading: line('standing.heading'),
    text: prose('standing.text', { empty: true }),
    items: rows('standing.moduleRows', { name: line('standing.name'), text: prose('standing.text') }),
  }),
  careers: group('standing.careers', {
    heading: line('standing.heading'),
    text: prose('standing.text', { empty: true }),
    items: rows('standing.roles', { name: line('standing.role'), text: prose('standing.text') }),
    salary: line('standing.salary'),
    salaryNote: prose('standing.salaryNote'),
  }),
});
export type College = z.infer<typeof College>;
