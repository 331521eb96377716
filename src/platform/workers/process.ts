// A worker process: runs one task and ends.
import type { FromProcess, ProgressOf, TaskName, Tasks, ToProcess } from './tasks.ts';

type Do<N extends TaskName> = (
  input: Tasks[N]['input'],
  report: (value: ProgressOf<N>) => void,
) => Promise<Tasks[N]['output']>;

// Each brings its own library; only the one that is needed is loaded.
const doers: { [N in TaskName]: () => Promise<Do<N>> } = {
  openPicture: async () => (await import('./pictures.ts')).openPicture,
  inspectPdf: async () => (await import('./pdf.ts')).inspectPdf,
  renderPdf: async () => (await import('./pdf.ts')).renderPdf,
  readDoc: async () => (await import('./doc.ts')).readDoc,
  readDocx: async () => (await import('./docx.ts')).readDocx,
  cutPdf: async () => (await import('./pdf.ts')).cutPdf,
  typeset: async () => (await import('./typeset.ts')).typeset,
};

const say = (message: FromProcess) =>
  new Promise<void>((sent) => process.send?.(message, undefined, undefined, () => sent()));

process.once('message', async ({ task, input }: ToProcess) => {
  try {
    const run = (await doers[task]()) as Do<TaskName>; // the input is that task's
    const output = await run(input, (value) => void say({ kind: 'progress', value }));
    await say({ kind: 'done', output });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    await say({ kind: 'failed', message, stack });
  }
  process.exit(0);
});
// Nearly every task needs it, and it takes half of the time of a start: a process that is started ahead has it loaded.
void import('sharp');
// Without its parent nobody waits for the answer.
process.once('disconnect', () => process.exit(0));
