// About, contact, policies, terms: a title, a lead, and sections with an optional table.
import type { z } from 'zod';
import { line, page, prose, rows } from './page-fields.rules.ts';

const title = { title: line('pages.title'), lead: prose('pages.lead') };

const sections = rows('pages.sections', { heading: line('pages.heading'), text: prose('pages.text') });

export const Article = page({ ...title, sections });
export type Article = z.infer<typeof Article>;

const holding = line('pages.holding', { max: 400 });

/** With the itemised table that the law requires: personal data, purpose, retention (DPDP Rules 2025, rule 3). */
export const Privacy = page({
  ...title,
  holdings: rows('pages.holdings', {
    data: holding,
    purpose: line('pages.purpose', { max: 400 }),
    kept: line('pages.keptFor', { max: 400 }),
  }),
  sections,
});
export type Privacy = z.infer<typeof Privacy>;
