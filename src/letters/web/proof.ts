import { useEffect, useRef } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { lettersCalls, type Proof } from '../letters.contract.ts';

/** A cheap phone may take this long. */
const timeoutMs = 300_000;
/** A proof that would run out this soon is made anew. */
const spareMs = 60_000;

interface Work {
  /** When the challenge is no longer valid; unknown while it loads. */
  expiresAt: number;
  proof: Promise<Proof>;
}

/**
 * The work that the site asks of a browser before a letter is sent: `begin` starts it, while the letter is being written,
 * `get` waits for it, `discard` throws away what the server did not accept. `get` throws ApiError; `unsupported` is its
 * message if the browser cannot do the work.
 */
export function useProof(story: number, unsupported: string) {
  const work = useRef<Work>(undefined);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort(); // the page is left
  }, []);
  const begin = () => {
    if (work.current && work.current.expiresAt - spareMs > Date.now()) return;
    const started: Work = { expiresAt: Number.POSITIVE_INFINITY, proof: solve() };
    started.proof.then(
      ({ challenge }) => {
        started.expiresAt = challenge.parameters.expiresAt * 1000;
      },
      () => discard(), // `get` begins again
    );
    work.current = started;
  };
  const solve = async (): Promise<Proof> => {
    const challenge = await callApi(lettersCalls.challenge, { params: { id: story } });
    const solution = await import('./solve.ts')
      .then(({ solveChallenge }) => solveChallenge(challenge, stop.current, timeoutMs))
      .catch((cause) => {
        throw new ApiError('status', { body: { error: unsupported }, cause });
      });
    if (!solution) throw new ApiError('status', { body: { error: unsupported } });
    return { challenge, solution };
  };
  const discard = () => {
    work.current = undefined;
  };
  const get = (): Promise<Proof> => {
    begin();
    return (work.current as Work).proof; // begun
  };
  return { begin, get, discard };
}
