import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { openSiteFiles } from '#src/platform/backup/site-files.ts';
import type { Config } from '#src/platform/config.ts';
import { openFiles } from '#src/platform/files/files.ts';
import type { TestSite } from '../site.ts';
import { createAuthor } from './authors.ts';
import { newName, upload } from './editions.ts';
import { fillEveryTable } from './every-table.ts';
import { pdfBytes } from './pdfs.ts';
import { pictureFile } from './pictures.ts';
import { createStory } from './stories.ts';
import { submit } from './submissions.ts';

/** Key of a file that a row refers to which was inserted without a call. */
export const clip = 'open/clip-of-every-table.webp';

/** Fills a site with stored files of every kind, and with at least one row of every kind. */
export async function fillSite(site: TestSite, pool: Pool) {
  const editor = await site.as('editor');
  const story = await createStory(editor, { image: await pictureFile(700, 500) });
  const draft = await createStory(editor, { status: 'draft', image: await pictureFile(300, 200) });
  const author = await createAuthor(editor, { portrait: await pictureFile(200, 200) });
  const sound = new File([`ID3\x04\0\0\0\0\0\0${'x'.repeat(2000)}`], 'sound.mp3');
  const media = await editor.form('POST', '/api/media/files', { file: sound, title: 'Ferry' });
  const edition = await upload(editor, new File([new Uint8Array(pdfBytes(['A page.']))], newName()));
  for (const { status } of [media, edition]) if (status !== 201) throw new Error(`A file was not taken: ${status}`);
  const work = await submit(await site.as('reader'));
  await site.services.files.put(clip, Buffer.from('clip'), 'image/webp');
  const unfilled = await fillEveryTable(pool);
  if (unfilled.length > 0) throw new Error(`Tables without a row: ${unfilled.join('; ')}`);
  return { editor, story, draft, author, work };
}

/** The SHA-256 of each of a site's stored files by its key, as a backup names it. */
export async function readFiles(config: Config): Promise<Record<string, string>> {
  const files = openSiteFiles(config, await openFiles(config));
  const found: Record<string, string> = {};
  for await (const { key } of files.list()) {
    const bytes = await files.read(key, async (stream) => Buffer.concat(await stream.toArray()));
    if (bytes) found[key] = createHash('sha256').update(bytes).digest('hex');
  }
  return found;
}
