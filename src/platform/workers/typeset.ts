import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import init, {
  TypstCompilerBuilder,
  type TypstFontResolver,
  TypstFontResolverBuilder,
} from '@myriaddreamin/typst-ts-web-compiler';
import type { Tasks } from './tasks.ts';

// Enum values of the compiler's API.
const paged = 0;
const pdf = 1;
const fullDiagnostics = 3;
// Appended to every document to query its number of pages.
const countPages = '\n#context [#metadata(here().page())<pages>]';

/** Compiles a Typst document that reads its data from `data.json` and its pictures and modules from `files`. */
export async function typeset({
  source,
  data,
  files,
  fonts,
  marks,
  out,
  draw,
}: Tasks['typeset']['input']): Promise<Tasks['typeset']['output']> {
  await init();
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model(); // no access to other files
  const compiler = await builder.build();
  compiler.set_fonts(await readFonts(fonts));
  compiler.add_source('/main.typ', source + countPages);
  compiler.map_shadow('/data.json', Buffer.from(JSON.stringify(data)));
  for (const [name, file] of Object.entries(files))
    compiler.map_shadow(`/${name}`, typeof file === 'string' ? await readFile(file) : file);
  const document = compiler.snapshot('/', '/main.typ');
  const { hasError, diagnostics } = document.compile(paged, fullDiagnostics) as Compiled;
  const messages = diagnostics.map(({ message }) => message);
  if (hasError) return { failure: messages.join('\n') };
  const values = (label: string) => JSON.parse(document.query(paged, `<${label}>`, 'value')) as unknown[]; // an array
  const pages = Number(values('pages')[0]);
  await writeFile(out, (document.get_artifact(pdf, fullDiagnostics) as { result: Uint8Array }).result);
  // In the same process, because starting another takes as long as rendering the page.
  if (draw) await (await import('./pdf/pdf.ts')).drawPage(out, { ...draw, page: Math.min(draw.page, pages) });
  return { pages, warnings: messages, marked: Object.fromEntries(marks.map((label) => [label, values(label)])) };
}

interface Compiled {
  hasError: boolean;
  diagnostics: { message: string }[];
}

async function readFonts(folders: string[]): Promise<TypstFontResolver> {
  const fonts = new TypstFontResolverBuilder();
  for (const folder of folders)
    for await (const name of glob('**/*.ttf', { cwd: folder })) fonts.add_raw_font(await readFile(join(folder, name)));
  return fonts.build();
}
