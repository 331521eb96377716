import { apiErrorOf, callHeaders, parseJson } from './api.ts';
import { ApiError, noResponseError } from './api-error.ts';
import { startDeadline } from './deadline.ts';
import { saveBlob } from './save.ts';

/** A download without progress for this long has failed. */
const stallTimeoutMs = 60_000;

/**
 * Downloads a file that requires the token, which a link cannot send. `type` is the expected media type; any other
 * response is an error. `onProgress` receives the number of bytes so far. Throws ApiError.
 */
export async function saveFile(
  address: string,
  filename: string,
  type: `${string}/${string}`,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<void> {
  const deadline = startDeadline(stallTimeoutMs);
  try {
    const headers = callHeaders();
    const response = await fetch(address, { headers, signal: deadline.signal });
    if (!response.ok) throw apiErrorOf(response.status, parseJson(await response.text()), headers);
    if (!response.body || !response.headers.get('content-type')?.startsWith(type)) throw new ApiError('parsing');
    let received = 0;
    const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        deadline.extend();
        received += chunk.length;
        onProgress(received);
        controller.enqueue(chunk);
      },
    });
    saveBlob(await new Response(response.body.pipeThrough(counting)).blob(), filename);
  } catch (cause) {
    throw cause instanceof ApiError ? cause : noResponseError(deadline.passed, false, cause);
  } finally {
    deadline.clear();
  }
}
