import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { madeEdition } from './editions.ts';
import { createStory } from './stories.ts';

const sentence = 'The committee met at the old town hall and heard from nine people before it voted on the plan. ';
export const hindi = 'नगर निगम ने पुराने बाज़ार की सड़क चौड़ी करने का फ़ैसला टाल दिया और दुकानदारों से बात करेगा।';
export const urdu = 'میونسپل کارپوریشن نے پرانے بازار کی سڑک چوڑی کرنے کا فیصلہ ٹال دیا اور دکانداروں سے بات کرے گی۔';
export const tamil = 'முத்துக்கரை மீனவர்கள் கடலுக்குச் செல்லும் நேரத்தை மாற்றினர் என்று ஊர்க்கூட்டம் அறிவித்தது.';

/** A story long enough to be set in columns, in English unless other text is given. */
export const printedStory = (
  editor: Client,
  title: string,
  changes: Record<string, string | Blob> = {},
  words = sentence,
) =>
  createStory(editor, {
    news_title: title,
    news_description: Array.from({ length: 6 }, () => words.repeat(4)).join('\n\n'),
    ...changes,
  });

/** The proposed content for this week, as an order for all of it. */
export async function proposedOrder(editor: Client) {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const { body } = await editor.get(`/api/compose?category=weekly&day=${day}`);
  const { from, to, stories } = body as { from: string; to: string; stories: { id: number; weight: string }[] };
  return { category: 'weekly', paper: 'a3', from, to, stories: stories.map(({ id, weight }) => ({ id, weight })) };
}

/** Orders a newspaper, even if its days have one, and waits until its pages are rendered. Returns its id. */
export async function publishNewspaper(editor: Client, order: object): Promise<number> {
  const ordered = await editor.json('POST', '/api/compositions', { another: true, ...order });
  if (ordered.status !== 202) throw new Error(`The newspaper was not taken: ${JSON.stringify(ordered.body)}`);
  return waitForNewspaper(editor, ordered.body.id);
}

/** Waits until an order's pages are rendered. Returns the edition's id. */
export async function waitForNewspaper(editor: Client, order: number): Promise<number> {
  const { state, edition_id } = await endOfOrder(editor, order);
  if (state !== 'done') throw new Error('The newspaper was not typeset');
  await madeEdition(editor, edition_id);
  return edition_id;
}

/** Waits until an order is done or has failed. Returns its state. */
export async function endOfOrder(editor: Client, order: number) {
  for (const start = Date.now(); Date.now() - start < 40_000; await pause(200)) {
    const { body } = await editor.get(`/api/compositions/${order}`);
    if (body.state === 'failed' || body.state === 'done') return body;
  }
  throw new Error('The newspaper was not typeset in time');
}
