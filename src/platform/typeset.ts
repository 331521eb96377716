import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printFaces } from '#src/messages/scripts.ts';
import type { Context } from './context.ts';
import { receivingFolder } from './http/forms.ts';
import { requester } from './limits.ts';
import type { Priority } from './workers/queue.ts';
import type { PageDrawing } from './workers/tasks.ts';

/** The faces, in the order in which the typesetter looks for a glyph. */
export const printFonts = Object.values(printFaces);
const fontPackages = printFonts.map((name) => name.toLowerCase().replaceAll(' ', '-'));

export interface Print {
  /** A Typst document, as a path below the project's folder; it reads its data from `data.json`. */
  template: string;
  data: unknown;
  /** Pictures and modules by the name that the document uses for them. */
  files?: Record<string, string | Uint8Array>;
  /** Labels of the document's metadata that are wanted back. */
  marks?: string[];
  /** A page that is drawn too. */
  draw?: PageDrawing | undefined;
  priority: Priority;
  /** Whose tasks it is counted with, where that is not the requester. */
  share?: string;
  /** What a long document may take, beyond the worker pool's own limits. */
  limits?: { timeoutMs: number; maxBytes: number };
}

export interface Printed {
  /** The PDF, in the folder for files that wait; whoever asked for it moves or removes it. */
  path: string;
  pages: number;
  warnings: string[];
  /** By label, in the document's order. */
  marked: Record<string, unknown[]>;
}

/** Typesets a document. Throws with the typesetter's words when the document is at fault. */
export async function typesetPdf(
  ctx: Context,
  { template, data, files = {}, marks = [], draw, priority, share = requester(ctx), limits }: Print,
): Promise<Printed> {
  const { root, config, workers } = ctx;
  const folder = receivingFolder(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.pdf`);
  const source = await readFile(join(root, template), 'utf8');
  const fonts = fontPackages.map((name) => join(root, 'node_modules/@expo-google-fonts', name));
  try {
    const input = { source, data, files, fonts, marks, out: path, draw };
    const result = await workers.run('typeset', input, { priority, share, ...limits });
    if ('failure' in result) throw new Error(`${template} cannot be typeset: ${result.failure}`);
    return { path, ...result };
  } catch (error) {
    for (const made of [path, ...(draw ? [draw.out] : [])]) await rm(made, { force: true });
    throw error;
  }
}
