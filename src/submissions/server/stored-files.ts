import { randomBytes } from 'node:crypto';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';

/** A name that nobody can guess, for files and open addresses. */
export const newName = (): string => randomBytes(16).toString('hex');

/** Where a received file lies; not an open key, so only a call that asks who wants it can serve it. */
export const fileKey = (name: string): string => `submissions/${name}`;

/** Where the pictures of its pages lie. */
export const pagesFolder = (name: string): string => `essays/${name}/`;

/** Removes files and the pictures of their pages. Sent in the transaction that forgets them, so that no crash keeps them. */
export const removeFiles: Job<{ names: string[] }> = {
  name: 'submissions.remove-files',
  async run(ctx, { names }) {
    for (const name of names) await removeFile(ctx, name);
  },
};

export async function removeFile({ files }: Pick<Context, 'files'>, name: string): Promise<void> {
  await files.remove(fileKey(name));
  await files.removeAll(pagesFolder(name));
}
