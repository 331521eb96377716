import type { Call } from '#src/calls/call.ts';
import { ApiError, type CallInput, callHeaders, callUrl, refusal } from '#src/client/api.ts';
import { saveBlob } from '#src/client/save.ts';

/** Fetches a file that a link cannot, since it needs the token, and hands it to the browser. Throws ApiError. */
export async function saveFile(call: Call, input: CallInput, filename: string): Promise<void> {
  const response = await fetch(callUrl(call, input), { headers: callHeaders() }).catch(() => {
    throw new ApiError(0, {});
  });
  if (!response.ok) throw refusal(response.status, await response.json().catch(() => ({})));
  saveBlob(await response.blob(), filename);
}
