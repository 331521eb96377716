// One address opens hundreds of event streams of a live story and leaves them open.
import { expect } from 'vitest';
import { openEventStream } from '../event-stream.ts';
import { createLiveStory, postEntry } from '../factories/live.ts';
import { password } from '../site.ts';
import { attack } from './attack.ts';
import { watch, watchedSiteForFile } from './watched-site.ts';

const site = watchedSiteForFile();
const fromAddress = (address: string) => ({ 'x-forwarded-for': address });

attack('5 300 open streams from one address, while another reader follows the story', async (outcome) => {
  const editor = await site.client.login('/api/admin_login', 'chief@news.test', password);
  const id = await createLiveStory(editor);
  const path = `${site.client.url}/api/stories/${id}/live/events`;
  const statuses: number[] = [];
  const watched = await watch(site, async () => {
    const streams = await Promise.all(
      Array.from({ length: 300 }, () => openEventStream(path, fromAddress('198.51.100.7'))),
    );
    statuses.push(...streams.map(({ status }) => status));
    const reader = await openEventStream(path, fromAddress('198.51.100.8'));
    expect(reader.status).toBe(200);
    await postEntry(editor, id);
    await reader.until(1);
    expect((await site.client.get(`/api/stories/${id}/live`)).status).toBe(200);
    expect((await site.client.get(`/news/${id}`)).status).toBe(200);
    for (const stream of [...streams, reader]) stream.close();
  });
  const open = statuses.filter((status) => status === 200).length;
  expect([open, statuses.length - open]).toEqual([100, 200]);
  // 429: this number at once does not fit into the queue of one address either.
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  outcome.refused(`503 or 429 after ${open}; ${watched.peakMb} MB`);
  // The slots are free again.
  await expect
    .poll(async () => {
      const stream = await openEventStream(path, fromAddress('198.51.100.7'));
      stream.close();
      return stream.status;
    })
    .toBe(200);
  outcome.honest('200, and the entry');
});
