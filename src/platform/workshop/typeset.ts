import { readFile, writeFile } from 'node:fs/promises';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Tasks } from './tasks.ts';

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
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: fonts }], workspace: '/' });
  compiler.addSource('/main.typ', source);
  compiler.mapShadow('/data.json', Buffer.from(JSON.stringify(data)));
  for (const [name, file] of Object.entries(files))
    compiler.mapShadow(`/${name}`, typeof file === 'string' ? await readFile(file) : Buffer.from(file));
  const result = compiler.compile({ mainFilePath: '/main.typ' });
  const document = result.result;
  const problems = result.takeDiagnostics();
  const messages = problems
    ? compiler.fetchDiagnostics(problems).map(({ message }: { message: string }) => message)
    : [];
  if (!document) return { failure: messages.join('\n') };
  await writeFile(out, compiler.pdf(document));
  // In the same process, since another would take as long to start as the page takes to be drawn.
  if (draw) await (await import('./pdf.ts')).drawPage(out, { ...draw, page: Math.min(draw.page, document.numOfPages) });
  const marked = Object.fromEntries(
    marks.map((label) => [label, compiler.query(document, { selector: `<${label}>`, field: 'value' }) as unknown[]]), // a list of what was marked
  );
  return { pages: document.numOfPages, warnings: messages, marked };
}
