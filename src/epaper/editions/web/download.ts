import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { saveFrom } from '#src/client/save.ts';
import { saveFile } from '#src/client/save-file.ts';
import { type EditionView, editionCalls } from '#src/epaper/pages/editions.contract.ts';

// Larger files are downloaded by the browser, which streams to disk and resumes after an interruption.
const maxFetchedBytes = 32 * 1024 * 1024;

/**
 * Saves an edition under its filename and reports the progress from 0 to 1. Throws ApiError: 401 without a session, 402
 * without a plan.
 */
export async function downloadEdition(report: EditionView, onProgress: (part: number) => void): Promise<void> {
  const { filename, size_bytes: size } = report;
  if (size > maxFetchedBytes) {
    const { url } = await callApi(editionCalls.pass, { params: { name: filename } });
    return saveFrom(apiHost + url, filename);
  }
  await saveFile(apiHost + report.url, filename, 'application/pdf', (bytes) => onProgress(bytes / size));
}
