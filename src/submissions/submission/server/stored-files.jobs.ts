import { randomBytes } from 'node:crypto';
import type { Context } from '#src/platform/context.ts';
import { processEach } from '#src/platform/jobs/job-runs.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';

/** A random name that cannot be guessed, for files and public URLs. */
export const newPublicId = (): string => randomBytes(16).toString('hex');

/** Storage key of an uploaded file. Not a public key, so only routes with access checks can serve it. */
export const fileKey = (name: string): string => `submissions/${name}`;

/** Storage folder of a file's page pictures. */
export const pagesFolder = (name: string): string => `essays/${name}/`;

/** Deletes files and page pictures. Queued in the transaction that deletes their rows, so no crash leaves files. */
export const removeFiles: Job<{ names: string[] }> = {
  name: 'submissions.remove-files',
  title: 'jobs.removeFiles',
  async run(ctx, { names }) {
    await processEach(ctx, names, (name) => removeFile(ctx, name));
  },
};

export async function removeFile({ files }: Pick<Context, 'files'>, name: string): Promise<void> {
  await files.remove(fileKey(name));
  await files.removeAll(pagesFolder(name));
}
