import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pictureFile } from '#test/factories/pictures.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

/** How many worker processes there are. A task that has ended leaves one for the next, for half a minute. */
async function processes(): Promise<number> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean);
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes('workers/process.ts')).length;
}

test('the work on a file that was sent ends when its client leaves', async () => {
  const editor = await site.as('editor');
  const form = new FormData();
  form.set('file', await pictureFile(8000, 6000, 'jpeg')); // takes more than a second
  const left = new AbortController();
  const sent = editor.send('POST', '/api/media/pictures', { body: form, signal: left.signal });
  await expect.poll(processes, { interval: 5 }).toBe(1);
  left.abort();
  await expect(sent).rejects.toThrow('aborted');
  await expect.poll(processes, { timeout: 15_000 }).toBe(0);
  expect((await editor.get('/api/media')).body.items).toEqual([]);
});
