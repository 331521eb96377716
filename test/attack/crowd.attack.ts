// Many users overload the worker pool at once. It takes a minute, so it is not part of every run, only of
// `npm run test:attack`.
import { expect } from 'vitest';
import { pdfFile } from '../factories/documents.ts';
import { createStory } from '../factories/stories.ts';
import { attack } from './attack.ts';
import { newspaper, submit } from './newspaper.ts';
import { watch, watchedSiteForFile } from './watched-site.ts';

const site = watchedSiteForFile();

attack(
  '5 honest submissions in a crowd, each of 200 pages to be drawn, while a reader makes a clip',
  async (outcome) => {
    const { author, clip } = await newspaper(site);
    const long = await pdfFile('essay.pdf', 'A long essay', 200);
    let statuses: number[] = [];
    const clips: number[] = [];
    const drawing = async () => {
      const { rows } = await site.database.query(
        "SELECT FROM jobs.job WHERE name = 'submissions.draw-pages' AND state IN ('created', 'active')",
      );
      return rows.length;
    };
    await watch(site, async () => {
      statuses = await Promise.all(Array.from({ length: 6 }, () => submit(author, long)));
      // By now a job renders the first of them.
      for (let count = 0; count < 5; count++) clips.push((await clip()).status);
    });
    const left = await drawing();
    expect(statuses.filter((status) => ![201, 429].includes(status))).toEqual([]);
    expect(clips).toEqual([201, 201, 201, 201, 201]);
    expect(left).toBeGreaterThan(0); // the clips did not wait for the rendering
    outcome.refused(`${statuses.join(' ')}; ${left} were still to be drawn when the clips were made`);
    outcome.honest(`201; ${clips.length} clips`);
  },
  180_000,
);

attack(
  '5 every picture for sharing at once, before any is drawn, while a reader makes a clip',
  async (outcome) => {
    const { editor, clip } = await newspaper(site);
    const paths: string[] = [];
    for (let count = 0; count < 30; count++) {
      const { id } = await createStory(editor);
      const { headers } = await site.client.get(`/api/share/${id}-AAAAAAAAAAAAAAAA.jpg`);
      paths.push(`/api/share/${headers.get('location')}`);
    }
    let statuses: number[] = [];
    let made = 0;
    let before = 0;
    const watched = await watch(site, async () => {
      let answered = 0;
      const pictures = Promise.all(
        paths.map(async (path) => {
          const { status } = await site.client.get(path);
          answered += 1;
          return status;
        }),
      );
      await expect.poll(() => answered).toBeGreaterThan(0);
      made = (await clip()).status;
      before = answered;
      statuses = await pictures;
    });
    expect(statuses.filter((status) => status !== 200 && status !== 302)).toEqual([]);
    expect(statuses.filter((status) => status === 302).length).toBeGreaterThanOrEqual(10);
    expect(made).toBe(201);
    expect(before).toBeLessThan(paths.length);
    expect(watched.slowestMs).toBeLessThan(2000);
    const drawn = statuses.filter((status) => status === 200).length;
    outcome.refused(`${drawn} drawn, ${statuses.length - drawn} sent to the paper’s own; a clip came after ${before}`);
    const first = statuses.indexOf(200);
    expect((await site.client.get(paths[first] ?? '')).status).toBe(200);
    outcome.honest('200');
  },
  180_000,
);
