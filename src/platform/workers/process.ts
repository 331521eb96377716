// A worker process: runs one task and ends.
import { flushCompileCache } from 'node:module';
import type { FromProcess, ProgressOf, TaskName, Tasks, ToProcess } from './tasks.ts';

type Handler<N extends TaskName> = (
  input: Tasks[N]['input'],
  report: (value: ProgressOf<N>) => void,
) => Promise<Tasks[N]['output']>;

// Imported on demand, because each handler loads a different library.
const handlers: { [N in TaskName]: () => Promise<Handler<N>> } = {
  openPicture: async () => (await import('./pictures.ts')).openPicture,
  shrinkPicture: async () => (await import('./pictures.ts')).shrinkPicture,
  removeMetadata: async () => (await import('./media-metadata.ts')).removeMetadata,
  inspectPdf: async () => (await import('./pdf/pdf.ts')).inspectPdf,
  renderPdf: async () => (await import('./pdf/pdf.ts')).renderPdf,
  readDoc: async () => (await import('./word/doc.ts')).readDoc,
  readDocx: async () => (await import('./word/docx.ts')).readDocx,
  readCsv: async () => (await import('./csv.ts')).readCsv,
  cutPdf: async () => (await import('./pdf/pdf.ts')).cutPdf,
  typeset: async () => (await import('./typeset.ts')).typeset,
};

const send = (message: FromProcess) =>
  new Promise<void>((sent) => process.send?.(message, undefined, undefined, () => sent()));

// Not process.exit(), which waits for V8's threads: one that compiles may wait for this one to collect garbage (Node 24.21).
function end() {
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

process.once('message', async ({ task, input }: ToProcess) => {
  try {
    const run = (await handlers[task]()) as Handler<TaskName>; // the input belongs to this task
    const output = await run(input, (value) => void send({ kind: 'progress', value }));
    await send({ kind: 'done', output });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    await send({ kind: 'failed', message, stack });
  }
  end();
});
// Preloaded, because nearly every task needs sharp and loading it takes half of the start-up time.
void import('sharp');
// The parent has ended, so no one needs the result.
process.once('disconnect', end);
