import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { getSampleOriginals, removeSample } from '#src/news/sample/server/sample.service.ts';
import { shareFolder } from '#src/news/stories/server/share-folders.service.ts';
import type { Context } from '#src/platform/context.ts';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { seedSample } from './seed.ts';

const site = siteForFile();
let folder: string;

// Only two stories, because the pictures of all fifty take ten seconds of the processor.
beforeAll(async () => {
  folder = await newSample();
  for (const file of ['lake-frog.md', 'tank-revival.md'])
    await copyFile(join(import.meta.dirname, 'stories', file), join(folder, 'stories', file));
});

/** A folder with the sample's edition and no stories. */
async function newSample() {
  const folder = await mkdtemp(join(site.dataDir, 'sample-'));
  await mkdir(join(folder, 'stories'));
  await cp(join(import.meta.dirname, 'edition'), join(folder, 'edition'), { recursive: true });
  return folder;
}

// Startup has no request, so the context is built here as in site.ts.
const system = () => ({ ...site.services, language: 'en', text: translator('en') }) as Context;
// Seeding and removal are no calls, which wait until the site's caches have processed a change.
const listStories = async () => {
  await site.services.pageInvalidation.waitForReplicas();
  return (await site.visitor.get('/api/admin')).body;
};
const editions = async () => {
  await site.services.pageInvalidation.waitForReplicas();
  return (await site.visitor.get('/api/pdfs')).body;
};
const storeOf = async (id: number) =>
  (await site.db.execute<{ store: string }>(`SELECT store FROM editions WHERE id = ${id}`)).rows[0]?.store;
const titles = async () => (await listStories()).map(({ news_title }: { news_title: string }) => news_title);

// The start of a site awaits this before it listens.
test('once the sample is loaded, every story has its picture in several sizes, and letters', async () => {
  const namesIn = async (of: string) =>
    (await readdir(join(import.meta.dirname, of))).map((file) => parse(file).name).sort();
  expect(await namesIn('pictures')).toEqual(await namesIn('stories'));
  await seedSample(system(), folder);
  const frog = (await listStories()).find(({ news_title }: { news_title: string }) => news_title.includes('frog'));
  const { letters } = (await site.visitor.get(`/api/stories/${frog.id}/letters`)).body;
  expect(letters).toMatchObject([{ place: 'Ambagarh' }, { name: 'Sarita Dewangan', language: 'en' }]);
  for (const { image_url } of await listStories()) {
    const picture = await site.visitor.get(`/api${image_url}`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    for (const width of [320, 480, 768]) {
      const copy = await site.visitor.get(`/api${image_url.replace('.jpg', `-${width}.webp`)}`);
      expect(copy.status).toBe(200);
      expect(await sharp(copy.body).metadata()).toMatchObject({ format: 'webp', width });
    }
  }
  const { rows } = await site.db.execute('SELECT variants FROM pictures JOIN stories ON picture_id = pictures.id');
  const made = [320, 480, 768].map((width) => ({ width, format: 'webp' }));
  for (const { variants } of rows) expect(variants).toEqual(expect.arrayContaining(made));
});

test('once it is loaded, the library has its edition, dated today, with cover and PDF, and its stories say where they are printed', async () => {
  await seedSample(system(), folder);
  const [edition, ...others] = await editions();
  expect(others).toEqual([]);
  expect(edition).toMatchObject({ category: 'weekly', issue_date: isoDate(site.services.now()) });
  const cover = await site.visitor.get(`/api${edition.thumbnail_url}`);
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const pdf = await site.services.files.bytes(`editions/${await storeOf(edition.id)}/edition.pdf`);
  expect(Buffer.from(pdf)).toEqual(await readFile(join(folder, 'edition/edition.pdf')));
  const { rows } = await site.db.execute(
    `SELECT DISTINCT printed.title FROM printed_stories AS printed JOIN stories ON stories.id = printed.story_id
     WHERE edition_id = ${edition.id} AND stories.title = printed.title ORDER BY 1`,
  );
  expect(rows.map(({ title }) => title)).toEqual((await titles()).sort());
  // The composer starts some time later; the order of the sample that was replaced is dropped.
  const orders = await site.db.execute('SELECT state FROM compositions WHERE edition_id IS NULL ORDER BY id DESC');
  expect(orders.rows).toMatchObject([{ state: 'waiting' }, { state: 'dropped' }]);
});

test('a version shares group, place, age and picture with its original', async () => {
  const languages = join(folder, 'languages');
  await mkdir(languages);
  const version = '---\nversion_of: lake-frog\ntitle: बेडूक\nauthor: अ\ncaption: तलाव\n---\nपहिला.\n';
  const own = `${version.replace('version_of: ', 'category: Others\nsub_category: Others\nsubmenu: पाणी\nhours_ago: 5\npicture: ').replace('बेडूक', 'तळे')}`;
  await writeFile(join(languages, 'mr.md'), version + own);
  await seedSample(system(), folder);
  await rm(languages, { recursive: true });
  const stories: Record<string, unknown>[] = await listStories();
  const of = (title: string) => stories.find(({ news_title }) => String(news_title).includes(title));
  const [original, marathi, pond] = [of('frog'), of('बेडूक'), of('तळे')];
  for (const field of ['news_category', 'news_sub_category', 'created_at', 'image_url'])
    expect(marathi?.[field], field).toEqual(original?.[field]);
  expect([marathi?.language, marathi?.version_of]).toEqual(['mr', original?.id]);
  expect([pond?.image_url, pond?.version_of]).toEqual([original?.image_url, null]);
  // The printed sample has a story once.
  expect((await getSampleOriginals(site.services, ['en', 'mr'])).sort()).toEqual([original?.id, pond?.id].sort());
});

test('seeding again after an interrupted start creates no duplicates', async () => {
  await seedSample(system(), folder);
  const first = await titles();
  expect(first).toHaveLength(2);
  await seedSample(system(), folder);
  expect(await titles()).toEqual(first);
  expect(await editions()).toHaveLength(1);
});

test('a sample that fails half-way is rolled back', async () => {
  const text = await readFile(join(folder, 'stories/lake-frog.md'), 'utf8');
  const broken = await newSample();
  await writeFile(join(broken, 'stories/lake-frog.md'), text.replace(/^hours_ago: .*$/m, 'hours_ago: 1'));
  const wrong = text.replace(/^category: .*$/m, 'category: Gossip').replace(/^hours_ago: .*$/m, 'hours_ago: 2');
  await writeFile(join(broken, 'stories/tank-revival.md'), wrong);
  await expect(seedSample(system(), broken)).rejects.toThrow();
  expect(await titles()).toEqual([]);
  expect(await editions()).toEqual([]);
});

test('removing the sample deletes its share images and keeps those of the newspaper’s own stories', async () => {
  const own = await createStory(await site.as('editor'));
  await seedSample(system(), folder);
  const ids: number[] = (await listStories()).map(({ id }: { id: number }) => id);
  const kept = (id: number) => `${shareFolder(id)}drawn.jpg`;
  for (const id of ids) await site.services.files.put(kept(id), new Uint8Array([1]), 'image/jpeg');
  expect(await removeSample(site.services)).toBe(2);
  expect(await titles()).toEqual([own.news_title]);
  for (const id of ids) expect((await site.services.files.find(kept(id))) !== undefined).toBe(id === own.id);
});

test('a version of a story that the sample does not have fails before anything is stored', async () => {
  const empty = await mkdtemp(join(site.dataDir, 'sample-'));
  await mkdir(join(empty, 'languages'));
  await writeFile(join(empty, 'languages/mr.md'), '---\nversion_of: nope\ntitle: अ\nauthor: अ\ncaption: अ\n---\nअ.\n');
  await expect(seedSample(system(), empty)).rejects.toThrow('The sample has no story "nope".');
});
