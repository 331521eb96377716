import { ApiError, callHeaders, refusal } from './api.ts';
import { saveBlob } from './save.ts';

/** Fetches a file that a link cannot, since it needs the token, and hands it to the browser. Throws ApiError. */
export async function saveFile(address: string, filename: string): Promise<void> {
  const response = await fetch(address, { headers: callHeaders() }).catch((cause) => {
    throw Object.assign(new ApiError(0, {}), { cause });
  });
  if (!response.ok) throw refusal(response.status, await response.json().catch(() => ({})));
  saveBlob(await response.blob(), filename);
}
