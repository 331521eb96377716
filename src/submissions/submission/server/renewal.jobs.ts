import { renewTotpSecrets } from '#src/accounts/login/server/two-step.service.ts';
import type { Context } from '#src/platform/context.ts';
import { adoptFiles, markOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { processEach } from '#src/platform/jobs/job-runs.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { pageWidths } from '../research.contract.ts';
import { listEncryptedFiles, renameFile } from './files.queries.ts';
import { fileKey, newPublicId, pagesFolder, removeFiles } from './stored-files.jobs.ts';
import type { FileRow } from './submissions.queries.ts';

/** Encrypts with `SEAL_KEY` what `SEAL_KEY_FORMER` has encrypted, if that is set; then it is not needed any more. */
export const renewEncryption: Job<object> = {
  name: 'submissions.renew-encryption',
  title: 'jobs.renewEncryption',
  cron: '45 * * * *',
  async run(ctx) {
    if (!ctx.encryption.isRotating) return;
    let [files, unreadable] = [0, 0];
    await processEach(ctx, await listEncryptedFiles(ctx.db), async (file) => {
      try {
        if (await renewFile(ctx, file)) files += 1;
      } catch (err) {
        unreadable += 1;
        ctx.log.error({ err, file: file.id }, 'an encrypted file could not be encrypted again');
      }
    });
    const secrets = await renewTotpSecrets(ctx);
    if (files + secrets + unreadable > 0) ctx.log.info({ files, secrets, unreadable }, 'encrypted with SEAL_KEY');
    else ctx.log.warn('nothing is encrypted with SEAL_KEY_FORMER any more: remove it');
  },
};

// Under another name: a crash while a file is overwritten would leave neither the old nor the new one.
async function renewFile(ctx: Context, { id, name, pages }: FileRow): Promise<boolean> {
  const renewed = ctx.encryption.renew(await ctx.files.bytes(fileKey(name)));
  if (!renewed) return false;
  const to = newPublicId();
  const keys = [fileKey(to), pagesFolder(to)];
  await markOrphaned(ctx, ctx.db, keys);
  await ctx.files.put(fileKey(to), renewed, binary);
  for (let page = 1; page <= pages; page += 1) {
    const picture = `${page}-${pageWidths.reading}.webp`;
    const stored = await ctx.files.bytes(pagesFolder(name) + picture);
    await ctx.files.put(pagesFolder(to) + picture, ctx.encryption.renew(stored) ?? stored, binary);
  }
  await ctx.db.transaction(async (tx) => {
    await adoptFiles(tx, keys);
    const isRenamed = await renameFile(tx, id, to);
    await ctx.jobs.send(removeFiles, { names: [isRenamed ? name : to] }, { within: tx });
  });
  return true;
}

const binary = 'application/octet-stream';
