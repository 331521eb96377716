import type { Call, Reply } from '#src/calls/call.ts';
import { ApiError, type CallInput, callHeaders, callUrl, refusal } from './api.ts';

/**
 * Sends a form with files and tells how much of it has gone, as a part from 0 to 1. Throws ApiError as callApi does,
 * with status 0 when the connection breaks or `signal` ends it.
 */
export function uploadForm<C extends Call>(
  call: C,
  input: Pick<CallInput, 'params' | 'signal'> & { form: FormData },
  onProgress: (part: number) => void,
): Promise<Reply<C>> {
  const { form, signal } = input;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not tell how much has been sent
    request.open(call.method, callUrl(call, input));
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => {
      const { status, response } = request;
      if (status >= 200 && status < 300) resolve(response);
      else reject(refusal(status, response ?? {}, call.who));
    };
    request.onerror = () => reject(new ApiError(0, {}));
    request.onabort = () => reject(new ApiError(0, {}));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
