import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { receivingFolder } from './http/forms.ts';

// The paper's faces as files that the typesetter can embed: a serif for each script it prints.
const fontPackages = [
  'source-serif-4',
  'noto-serif-devanagari',
  'noto-sans-tamil',
  'noto-serif-bengali',
  'noto-serif-telugu',
  'noto-sans-gujarati',
  'noto-nastaliq-urdu',
];

export interface Print {
  /** A Typst document, as a path below the project's folder; it reads its data from `data.json`. */
  template: string;
  data: unknown;
  /** Pictures and modules by the name that the document uses for them. */
  files?: Record<string, string>;
}

export interface Printed {
  /** The PDF, in the folder for files that wait; whoever asked for it moves or removes it. */
  path: string;
  pages: number;
  warnings: string[];
}

/** Typesets a document. Throws with the typesetter's words when the document is at fault. */
export async function typesetPdf(
  { root, config, workshop }: Context,
  { template, data, files = {} }: Print,
): Promise<Printed> {
  const folder = receivingFolder(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.pdf`);
  const source = await readFile(join(root, template), 'utf8');
  const fonts = fontPackages.map((name) => join(root, 'node_modules/@expo-google-fonts', name));
  const result = await workshop.run('typeset', { source, data, files, fonts, out: path });
  if ('failure' in result) throw new Error(`${template} cannot be typeset: ${result.failure}`);
  return { path, ...result };
}
