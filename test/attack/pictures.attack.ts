// Attacks with pictures: small files that need much memory or time to decode, and pictures that are not public.
import { expect } from 'vitest';
import type { Client } from '../client.ts';
import {
  compressedChunk,
  exifChunk,
  heicClaiming,
  hugeHeaders,
  interlacedPng,
  largeHeic,
  manyScans,
} from '../factories/hostile-pictures.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory, storyFields } from '../factories/stories.ts';
import { password } from '../site.ts';
import { attack } from './attack.ts';
import { watch, watchedSiteForFile } from './watched-site.ts';

const site = watchedSiteForFile();

let people = 0;
const register = async (portrait: File, client: Client = site.client) => {
  people += 1;
  const person = {
    name: 'Asha Rao',
    dob: '1990-05-17',
    email: `portrait${people}@readers.test`,
    mobile: '+919876543210',
    password: 'a river in spate',
    profile_image: portrait,
  };
  return (await client.form('POST', '/api/newswings_register', person)).status;
};
// Refused because of its content, or because too many are being processed.
const refusals = [413, 415, 422, 429, 503];

attack('2 four portraits at once, each a PNG of 10,000 by 10,000 px, interlaced, 16 bit', async (outcome) => {
  const bomb = interlacedPng(10_000, 10_000);
  expect(bomb.size).toBeLessThan(1_000_000);
  let statuses: number[] = [];
  const watched = await watch(site, async () => {
    statuses = await Promise.all(Array.from({ length: 4 }, () => register(bomb)));
  });
  expect(statuses.filter((status) => !refusals.includes(status))).toEqual([]);
  expect(watched.peakMb).toBeLessThan(600);
  expect(watched.slowestMs).toBeLessThan(2000);
  outcome.refused(`${statuses.join(' ')}; ${watched.peakMb} MB, /healthz at most ${watched.slowestMs} ms`);
  const honest = await register(await pictureFile(3000, 4000, 'jpeg'));
  expect(honest).toBe(201);
  outcome.honest(String(honest));
});

attack('2 portraits of the largest size that is taken, each as costly as can be, sixteen at once', async (outcome) => {
  const largest = interlacedPng(4800, 4800);
  let statuses: number[] = [];
  const watched = await watch(site, async () => {
    statuses = await Promise.all(Array.from({ length: 16 }, () => register(largest)));
  });
  expect(statuses.filter((status) => status !== 201 && !refusals.includes(status))).toEqual([]);
  expect(statuses).toContain(429);
  expect(watched.peakMb).toBeLessThan(600);
  expect(watched.slowestMs).toBeLessThan(2000);
  outcome.refused(`${statuses.join(' ')}; ${watched.peakMb} MB, /healthz at most ${watched.slowestMs} ms`);
  const honest = await register(await pictureFile(300, 400));
  expect(honest).toBe(201);
  outcome.honest(String(honest));
});

attack(
  '2 files of some bytes that say they are pictures of gigapixels, and bombs beside the pixels',
  async (outcome) => {
    const editor = await site.client.login('/api/admin_login', 'chief@news.test', password);
    const bombs: [string, File][] = [
      ...Object.entries(hugeHeaders).map(([name, file]): [string, File] => [name, file()]),
      ['colour profile of 500 MB', interlacedPng(8, 8, [compressedChunk('iCCP', 500_000_000)])],
      ['text of 500 MB', interlacedPng(8, 8, [compressedChunk('zTXt', 500_000_000)])],
      ['camera data of 15 MB', interlacedPng(8, 8, [exifChunk(15_000_000)])],
      ['400 scans', await manyScans(6000, 4000, 400)],
      ['HEIC', await heicClaiming(65_500, 65_500)],
      ['HEIC of 192 megapixels', await largeHeic(16_000, 12_000)],
      ['HEIC of 192 megapixels that declares 1', await largeHeic(1200, 800)],
    ];
    const answers: Record<string, number> = {};
    const watched = await watch(site, async () => {
      for (const [name, image] of bombs)
        answers[name] = (await editor.form('POST', '/api/admin', storyFields({ image }))).status;
    });
    // A picture of 8 by 8 px may be accepted without its metadata.
    for (const name of ['JPEG', 'PNG', 'GIF', 'WebP', 'HEIC', 'HEIC of 192 megapixels'])
      expect([name, answers[name]]).toEqual([name, 422]);
    expect(Object.values(answers).filter((status) => ![201, 413, 422].includes(status))).toEqual([]);
    expect(watched.peakMb).toBeLessThan(600);
    expect(watched.slowestMs).toBeLessThan(2000);
    outcome.refused(`${Object.values(answers).join(' ')}; ${watched.peakMb} MB`);
    const honest = await createStory(editor, { image: await pictureFile(6000, 4000, 'jpeg') });
    expect((await site.client.get(`/api${honest.image_url}`)).status).toBe(200);
    outcome.honest('201');
  },
);

attack('19 the picture of a story that was never published, or is in the trash, by its address', async (outcome) => {
  const editor = await site.client.login('/api/admin_login', 'chief@news.test', password);
  const draft = await createStory(editor, { status: 'draft', image: await pictureFile() });
  const trashed = await createStory(editor, { image: await pictureFile() });
  const shown = async (image: string) => (await site.client.get(`/api/static/uploads/${image}`)).status;
  expect(await shown(trashed.image)).toBe(200);
  await editor.delete(`/api/admin/${trashed.id}`);
  const got = [
    await shown(draft.image),
    await shown(trashed.image),
    (await site.client.get(`/api${draft.image_url.split('?')[0]}`)).status,
  ];
  expect(got).toEqual([404, 404, 404]);
  outcome.refused(got.join(' '));
  expect((await editor.form('PUT', `/api/admin/${draft.id}`, { status: 'published' })).status).toBe(200);
  await editor.json('POST', `/api/trash/${trashed.id}/restore`, {});
  const honest = [await shown(draft.image), await shown(trashed.image)];
  expect(honest).toEqual([200, 200]);
  outcome.honest(honest.join(' '));
});
