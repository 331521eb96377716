import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printFaces } from '#src/messages/scripts.ts';
import type { Context } from '../context.ts';
import { uploadTempFolder } from '../http/forms.ts';
import { rateLimitKey } from '../limits/limits.ts';
import type { Priority } from '../workers/queue.ts';
import type { PageDrawing } from '../workers/tasks.ts';

/** Font families, in the order in which the typesetter searches for a glyph. */
export const printFonts = Object.values(printFaces);
const fontPackages = printFonts.map((name) => name.toLowerCase().replaceAll(' ', '-'));

export interface TypesetInput {
  /** A Typst document, as a path below the project's folder; it reads its data from `data.json`. */
  template: string;
  data: unknown;
  /** Pictures and modules by the name that the document uses for them. */
  files?: Record<string, string | Uint8Array>;
  /** Labels of the document's metadata whose values are returned. */
  marks?: string[];
  /** A page to render as a picture as well. */
  draw?: PageDrawing | undefined;
  /** Aborts a document that waits. */
  signal?: AbortSignal | undefined;
  priority: Priority;
  /** The share of the queue that the task counts towards, if not the requester's. */
  share?: string;
  /** Limits for a long document that exceed the worker pool's defaults. */
  limits?: { timeoutMs: number; maxBytes: number };
}

export interface TypesetResult {
  /** The PDF in the temporary folder. The caller must move or remove it. */
  path: string;
  pages: number;
  warnings: string[];
  /** By label, in the document's order. */
  marked: Record<string, unknown[]>;
}

/** Typesets a document. Throws with the typesetter's error message if the document does not compile. */
export async function typesetPdf(
  ctx: Context,
  { template, data, files = {}, marks = [], draw, signal, priority, share = rateLimitKey(ctx), limits }: TypesetInput,
): Promise<TypesetResult> {
  const { root, config, workers } = ctx;
  const folder = uploadTempFolder(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.pdf`);
  const source = await readFile(join(root, template), 'utf8');
  const fonts = fontPackages.map((name) => join(root, 'node_modules/@expo-google-fonts', name));
  try {
    const input = { source, data, files, fonts, marks, out: path, draw };
    const result = await workers.run('typeset', input, { priority, share, signal, ...limits });
    if ('failure' in result) throw new Error(`${template} cannot be typeset: ${result.failure}`);
    return { path, ...result };
  } catch (error) {
    for (const made of [path, ...(draw ? [draw.out] : [])]) await rm(made, { force: true });
    throw error;
  }
}
