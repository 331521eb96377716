import { z } from 'zod';

/** Largest bonafide or essay file, in MB. */
export const documentMaxMegabytes = {
  key: 'submissions.document_max_megabytes',
  schema: z.number().int().min(1).max(100),
  default: 20,
};

/** Most pages of a PDF that is handed in. */
export const documentMaxPages = {
  key: 'submissions.document_max_pages',
  schema: z.number().int().min(1).max(2000),
  default: 300,
};

/** How many days after the decision a bonafide file is deleted. */
export const bonafideKeepDays = {
  key: 'submissions.bonafide_keep_days',
  schema: z.number().int().min(1).max(3650),
  default: 90,
};

/** Where answers to our mails about a submission go, and whom a harvester of the archive may ask. */
export const deskEmail = {
  key: 'submissions.desk_email',
  schema: z.email(),
  default: 'desk@newswing.example',
};

/** Under which name the works are cited. */
export const journalTitle = {
  key: 'submissions.journal_title',
  schema: z.string().trim().min(1).max(120),
  default: 'News Wing',
};
