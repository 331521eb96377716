import { ApiError, apiHost, callApi, callHeaders, refusal } from '#src/client/api.ts';
import { saveBlob, saveFrom } from '#src/client/save.ts';
import { editionCalls, type Report } from '../editions.contract.ts';

// Above this the browser downloads by itself: it writes to the disk as it goes, and resumes after a break.
const largestInPage = 32 * 1024 * 1024;

/**
 * Saves an edition under its filename and tells how much of it is there, as a part from 0 to 1. Throws ApiError: 401
 * without a session, 402 without a plan, 0 when the connection breaks.
 */
export async function downloadEdition(report: Report, onProgress: (part: number) => void): Promise<void> {
  const { filename, size_bytes: size } = report;
  if (size > largestInPage) {
    const { url } = await callApi(editionCalls.pass, { params: { name: filename } });
    saveFrom(apiHost + url, filename);
    return;
  }
  const response = await fetch(apiHost + report.url, { headers: callHeaders() }).catch(broken);
  if (!response.ok || !response.body) throw refusal(response.status, await response.json().catch(() => ({})));
  let received = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      received += chunk.length;
      onProgress(received / size);
      controller.enqueue(chunk);
    },
  });
  const blob = await new Response(response.body.pipeThrough(counting)).blob().catch(broken);
  saveBlob(blob, filename);
}

const broken = (cause: unknown): never => {
  throw Object.assign(new ApiError(0, {}), { cause });
};
