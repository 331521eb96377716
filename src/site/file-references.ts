import { portraitFiles } from '#src/accounts/users/server/accounts.tables.ts';
import { clipFiles } from '#src/epaper/pages/server/clips.tables.ts';
import { editionFiles } from '#src/epaper/pages/server/editions.tables.ts';
import { authorFiles } from '#src/news/schema/server/authors.tables.ts';
import { mediaFileReferences } from '#src/news/schema/server/media.tables.ts';
import { pictureFiles } from '#src/news/schema/server/stories.tables.ts';
import type { FileReferences } from '#src/platform/files/file-references.ts';
import { documentFiles } from '#src/submissions/submission/server/submissions.tables.ts';

/** The stored files that rows refer to. A backup reports those that are missing. A slice adds its files with one line. */
export const fileReferences: readonly FileReferences[] = [
  portraitFiles,
  pictureFiles,
  mediaFileReferences,
  authorFiles,
  editionFiles,
  clipFiles,
  documentFiles,
];
