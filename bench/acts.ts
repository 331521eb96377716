import sharp from 'sharp';
import { Client } from '../test/client.ts';
import { createStory } from '../test/factories/stories.ts';
import { chief } from './start.ts';
import { timesOf } from './times.ts';

/** What an editor waits for, one after the other without other requests: the times of each, the shortest first. */
export async function timesOfActs(site: string): Promise<Record<string, number[]>> {
  const logIn = () => new Client(site).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);
  const login = await timesOf(20, async () => void (await logIn()));
  const editor = await logIn();

  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const; // costs as much to read as a photograph
  const pixels = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const image = new File([new Uint8Array(pixels)], 'photograph.jpg', { type: 'image/jpeg' });
  const upload = await timesOf(20, async () => void (await createStory(editor, { image })));

  let number = 0;
  const visible = await timesOf(20, async () => {
    const news_title = `Ferry number ${++number} has landed at the quay`;
    await createStory(editor, { news_title });
    const board = await (await fetch(`${site}/news`)).text();
    if (!board.includes(news_title)) throw new Error(`${news_title} is not on the board`);
  });
  return {
    login,
    [`a story with a picture of 6 megapixels, ${(pixels.length / 1e6).toFixed(1)} MB`]: upload,
    'a story without one, until it stands on the board': visible,
  };
}
