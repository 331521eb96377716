// Attacks on the worker processes: work that an anonymous client or a user can trigger; crowd.attack.ts has many users.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { pdfFile } from '../factories/documents.ts';
import { nestedForms } from '../factories/hostile-pdfs.ts';
import { attack } from './attack.ts';
import { newspaper, submit } from './newspaper.ts';
import { watch, watchedSiteForFile } from './watched-site.ts';

const site = watchedSiteForFile();

attack(
  '5 six submissions of a PDF of 1.7 KB whose forms multiply, while a reader makes a clip',
  async (outcome) => {
    const { author, clip } = await newspaper(site);
    const bomb = new File([new Uint8Array(nestedForms(4, 10))], 'essay.pdf');
    expect(bomb.size).toBeLessThan(2000);
    let statuses: number[] = [];
    let made = { status: 0, ms: 0 };
    const watched = await watch(site, async () => {
      const bombs = Promise.all(Array.from({ length: 6 }, () => submit(author, bomb)));
      await sleep(300);
      made = await clip();
      statuses = await bombs;
    });
    expect(statuses.filter((status) => ![422, 429, 503].includes(status))).toEqual([]);
    expect(made.status).toBe(201);
    expect(made.ms).toBeLessThan(5000);
    expect(watched.peakMb).toBeLessThan(800);
    expect(watched.slowestMs).toBeLessThan(2000);
    outcome.refused(`${statuses.join(' ')}; a clip took ${made.ms} ms`);
    const honest = await submit(author, await pdfFile());
    expect(honest).toBe(201);
    outcome.honest(String(honest));
  },
  180_000,
);
