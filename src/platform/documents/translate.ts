import { z } from 'zod';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';

// LibreTranslate on a small machine takes 30 s for a long story. The browser waits a little longer: server-translator.ts.
export const timeoutMs = 60_000;
// The longest story has 200,000 characters; in escapes, and twice as long in the other language, they take some 5 MB.
const maxAnswerBytes = 8_000_000;

/** LibreTranslate's response for a list of texts: https://docs.libretranslate.com/api/operations/translate/ */
const Answer = z.object({ translatedText: z.array(z.string()) });

export interface TranslationTask {
  /** HTML; the translation keeps its tags around the corresponding words. */
  texts: string[];
  /** Languages by their ISO 639-1 codes. */
  from: string;
  to: string;
  /** Cancels the request to the translator. */
  signal: AbortSignal;
}

/**
 * Translates texts with the configured LibreTranslate server. The result is untrusted and may contain any HTML. Throws
 * `not_found` if no server is configured and `unavailable` if it fails.
 */
export async function translate({ config }: Context, { texts, from, to, signal }: TranslationTask): Promise<string[]> {
  if (!config.translator) throw new AppError('not_found', 'errors.notFound');
  const { url, key } = config.translator;
  try {
    const response = await fetch(new URL('translate', url.endsWith('/') ? url : `${url}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: texts, source: from, target: to, format: 'html', ...(key && { api_key: key }) }),
      redirect: 'error', // only the configured server may receive the texts
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) throw new Error(`The translator answered ${response.status}`);
    const { translatedText } = Answer.parse(JSON.parse(await readText(response)));
    if (translatedText.length !== texts.length) throw new Error('The translator left a text out');
    if (translatedText.some((text, n) => tagsIn(text) > Math.min(maxTags, 2 * tagsIn(texts[n] ?? '') + 10)))
      throw new Error('The translator added tags');
    return translatedText;
  } catch (cause) {
    throw new AppError('unavailable', 'translation.failed', { cause });
  }
}

// A translation keeps the tags. Nested in one another, 100,000 tags take the parser of `sanitizeHtml` ten seconds, this
// number less than one. A story has at most 20,000 cells.
const maxTags = 25_000;
const tagsIn = (html: string) => html.match(/<[a-z]/gi)?.length ?? 0;

// Counts after decompression. An error ends the connection.
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error('The translator answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
