import { processEach } from '#src/platform/jobs/job-runs.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { fileKey } from './receipts.service.ts';

/** Deletes PDFs of receipts after the buyer's erasure. Later requests typeset them again without personal data. */
export const deleteReceiptFiles: Job<{ ids: number[] }> = {
  name: 'plans.remove-receipt-files',
  title: 'jobs.deleteReceiptFiles',
  run: (ctx, { ids }) => processEach(ctx, ids, (id) => ctx.files.remove(fileKey(id))),
};
