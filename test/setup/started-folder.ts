import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { start, stop } from '../process/program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a site that was started once and stopped. */
    startedFolder: string;
  }
}

/** Starts a site and stops it, for tests that are not about the first start: it takes twice as long as the others. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-started-'));
  await stop(await start(folder));
  project.provide('startedFolder', folder);
  return () => rm(folder, { recursive: true });
}
