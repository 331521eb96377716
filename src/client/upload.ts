import type { Call, Reply } from '#src/calls/call.ts';
import { type CallInput, callHeaders, callUrl, readReply } from './api.ts';
import { ApiError, noResponseError } from './api-error.ts';
import { startDeadline } from './deadline.ts';
import { withProof } from './proof.ts';

/** An upload without progress for this long has failed. */
const stallTimeoutMs = 60_000;

/**
 * Sends a form, which may contain files, and reports the upload progress from 0 to 1. Throws ApiError as callApi does,
 * also if `signal` aborts it.
 */
export const uploadForm = <C extends Call>(
  call: C,
  input: FormInput,
  onProgress: (part: number) => void = () => undefined,
): Promise<Reply<C>> => withProof((proof) => sendForm(call, input, onProgress, proof), input.signal);

type FormInput = Pick<CallInput, 'params' | 'signal'> & { form: FormData };

function sendForm<C extends Call>(
  call: C,
  input: FormInput,
  onProgress: (part: number) => void,
  proof: Record<string, string>,
): Promise<Reply<C>> {
  const deadline = startDeadline(stallTimeoutMs, input.signal);
  return new Promise<Reply<C>>((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch has no upload progress
    request.open(call.method, callUrl(call, input));
    const headers = callHeaders();
    for (const [name, value] of Object.entries({ ...headers, ...proof })) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      deadline.extend();
      onProgress(total ? loaded / total : 0);
    };
    request.onprogress = deadline.extend;
    request.onload = () => {
      try {
        // XMLHttpRequest follows redirects, also to other hosts.
        if (new URL(request.responseURL).origin !== location.origin) throw new ApiError('parsing');
        resolve(readReply(call, request.status, request.responseText, headers));
      } catch (error) {
        reject(error);
      }
    };
    const fail = () => reject(noResponseError(deadline.passed, true));
    request.onerror = fail;
    request.onabort = fail;
    deadline.signal.addEventListener('abort', () => request.abort());
    request.send(input.form);
  }).finally(deadline.clear);
}
