import { randomBytes } from 'node:crypto';
import { consentVersion } from '#src/accounts/account/profile.contract.ts';
import type { Context } from '#src/platform/context.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import type { LetterTexts } from '../letters.rules.ts';
import { createLetter } from './letters.queries.ts';

/** Adds published letters to a sample story, an hour apart, the last one now. They are deleted with the story. */
export async function addSampleLetters(
  ctx: Pick<Context, 'db' | 'now'>,
  story: { id: number; language: string },
  letters: readonly LetterTexts[],
): Promise<void> {
  for (const [index, texts] of letters.entries()) {
    const at = new Date(ctx.now().getTime() - (letters.length - 1 - index) * hourMs);
    const dates = { createdAt: at, publishedAt: at, decidedAt: at };
    const written = { ...texts, ...dates, storyId: story.id, language: story.language, consentVersion };
    await createLetter(ctx.db, { ...written, nonce: randomBytes(16).toString('hex'), state: 'published' });
  }
}
