// About, contact, policies, terms: a title, a lead, and sections with an optional table.
import type { z } from 'zod';
import { line, page, prose, rows } from './page-fields.rules.ts';

const title = { title: line('standing.title'), lead: prose('standing.lead') };

const sections = rows('standing.sections', { heading: line('standing.heading'), text: prose('standing.text') });

export const Article = page({ ...title, sections });
export type Article = z.infer<typeof Article>;

const holding = line('standing.holding', { max: 400 });

/** With the itemised table that the law requires: personal data, purpose, retention (DPDP Rules 2025, rule 3). */
export const Privacy = page({
  ...title,
  holdings: rows('standing.holdings', {
    data: holding,
    purpose: line('standing.purpose', { max: 400 }),
    kept: line('standing.keptFor', { max: 400 }),
  }),
  sections,
});
export type Privacy = z.infer<typeof Privacy>;
