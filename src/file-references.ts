import { portraitFiles } from './accounts/server/accounts.tables.ts';
import { clipFiles } from './epaper/server/clips.tables.ts';
import { editionFiles } from './epaper/server/editions.tables.ts';
import { authorFiles } from './news/server/authors.tables.ts';
import { mediaFileReferences } from './news/server/media.tables.ts';
import { pictureFiles } from './news/server/stories.tables.ts';
import type { FileReferences } from './platform/file-references.ts';
import { documentFiles } from './submissions/server/submissions.tables.ts';

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
