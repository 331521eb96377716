import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { saveFrom } from '#src/client/save.ts';
import { saveFile } from '#src/client/save-file.ts';
import { editionCalls, type Report } from '../editions.contract.ts';

// Above this the browser downloads by itself: it writes to the disk as it goes, and resumes after a break.
const largestInPage = 32 * 1024 * 1024;

/**
 * Saves an edition under its filename and tells how much of it is there, as a part from 0 to 1. Throws ApiError: 401
 * without a session, 402 without a plan.
 */
export async function downloadEdition(report: Report, onProgress: (part: number) => void): Promise<void> {
  const { filename, size_bytes: size } = report;
  if (size > largestInPage) {
    const { url } = await callApi(editionCalls.pass, { params: { name: filename } });
    return saveFrom(apiHost + url, filename);
  }
  await saveFile(apiHost + report.url, filename, 'application/pdf', (bytes) => onProgress(bytes / size));
}
