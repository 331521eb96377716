// Attacks on the worker processes: work that an anonymous client or a user can trigger; crowd.attack.ts has many users.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { pdfFile } from '../factories/documents.ts';
import { nestedForms } from '../factories/hostile-pdfs.ts';
import { password } from '../site.ts';
import { attack } from './attack.ts';
import { newspaper, submit } from './newspaper.ts';
import { seen, watch, watchedSiteForFile } from './watched-site.ts';

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

// Takes seconds: the program itself has to parse 50 MB at once, while its health is polled.
attack(
  'M2 media files of nothing but empty tags and boxes, and a statement of half a million lines',
  async (outcome) => {
    const client = await site.client.login('/api/admin_login', 'chief@news.test', password);
    const many = (part: string, count: number, head = '') => Buffer.from(head + part.repeat(count), 'latin1');
    const media = {
      'tags.mp3': many('ID3\x03\0\0\0\0\0\0', 50_000),
      'boxes.mp4': many('\0\0\0\x08free', 2_000_000, '\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41'),
    };
    const statement = new File([many('"1","2"\n', 500_000, 'Date,Amount\n')], 'statement.csv');
    let statuses: number[] = [];
    const watched = await watch(site, async () => {
      const sent = Object.entries(media).flatMap(([name, bytes]) =>
        Array.from({ length: 3 }, () => client.form('POST', '/api/media/files', { file: new File([bytes], name) })),
      );
      sent.push(client.form('POST', '/api/statements', { statement, columns: '{}' }));
      statuses = (await Promise.all(sent)).map(({ status }) => status);
    });
    expect(statuses).toEqual([...Array(6).fill(415), 422]);
    expect(watched.peakMb).toBeLessThan(800);
    expect(watched.slowestMs).toBeLessThan(2000);
    outcome.refused(`${statuses.join(' ')}; ${seen(watched)}`);
    const honest = many('\xff\xfbkept', 1, 'ID3\x03\0\0\0\0\0\0');
    const { status } = await client.form('POST', '/api/media/files', { file: new File([honest], 'song.mp3') });
    expect(status).toBe(201);
    outcome.honest(String(status));
  },
  180_000,
);
