import type { Job } from '#src/platform/jobs.ts';
import { fileKey } from './receipts.service.ts';

/** Deletes PDFs of receipts after the buyer's erasure. Later requests typeset them again without personal data. */
export const deleteReceiptFiles: Job<{ ids: number[] }> = {
  name: 'plans.remove-receipt-files',
  async run({ files }, { ids }) {
    for (const id of ids) await files.remove(fileKey(id));
  },
};
