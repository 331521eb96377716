import { z } from 'zod';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';

// A long story takes a small machine's LibreTranslate half a minute.
const patienceMs = 60_000;

/** The answer of LibreTranslate to a list of texts: https://docs.libretranslate.com/api/operations/translate/ */
const Answer = z.object({ translatedText: z.array(z.string()) });

export interface TranslationTask {
  /** HTML; its marks come back around the same words. */
  texts: string[];
  /** Languages by their ISO 639-1 codes. */
  from: string;
  to: string;
}

/**
 * Has texts translated by the configured server, which speaks LibreTranslate's protocol. What comes back is foreign: it
 * may carry any HTML. Throws `not_found` when no server is configured and `unavailable` when it fails.
 */
export async function translate({ config }: Context, { texts, from, to }: TranslationTask): Promise<string[]> {
  if (!config.translator) throw new AppError('not_found', 'errors.notFound');
  const { url, key } = config.translator;
  try {
    const response = await fetch(new URL('translate', url.endsWith('/') ? url : `${url}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: texts, source: from, target: to, format: 'html', ...(key && { api_key: key }) }),
      redirect: 'error', // the server that was configured, and no other
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) throw new Error(`The translator answered ${response.status}`);
    const { translatedText } = Answer.parse(await response.json());
    if (translatedText.length !== texts.length) throw new Error('The translator left a text out');
    return translatedText;
  } catch (cause) {
    throw new AppError('unavailable', 'translation.failed', { cause });
  }
}
