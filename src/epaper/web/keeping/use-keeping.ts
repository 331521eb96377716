import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { ApiError } from '#src/client/api-error.ts';
import { canKeep, keeps } from '#src/client/keeping.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { usePaths } from '#src/ui/paths.ts';
import { isOpenTo, type KeptEdition, type KeptRendition } from '../../keeping.rules.ts';
import type { Reading } from '../../server/reader.service.ts';
import { wantsLowData } from '../low-data.ts';
import type { Offer } from './keep-edition.ts';
import { findKept, forgetEdition } from './kept.ts';

/** `none` where nothing can be kept: by visitors, in this browser, on this site. */
export type KeepingState =
  | { is: 'none' | 'idle' | 'asking' }
  | { is: 'offered'; offer: Offer; rendition: KeptRendition }
  | { is: 'keeping'; part: number }
  | { is: 'kept'; kept: KeptEdition };

export interface Keeping {
  state: KeepingState;
  ask(): Promise<void>;
  keep(): Promise<void>;
  /** Leaves the offer, or ends the fetching. */
  cancel(): void;
  remove(): Promise<void>;
}

/** An edition on this device: asked for, fetched, kept, removed. What it takes is loaded when it is wanted. */
export function useKeeping(reading: Reading): Keeping {
  const { id } = reading.report;
  const to = usePaths();
  const navigate = useNavigate();
  const allowed = useRouteLoaderData<{ shell: { offlineReading: boolean } }>('root')?.shell.offlineReading ?? true; // root.tsx has it
  const userId = useSession(({ ready, user }) => (ready && user.token ? user.user_id : null));
  const [state, setState] = useState<KeepingState>({ is: 'none' });
  const ending = useRef<AbortController>(undefined);

  // What lies on the device and who is here is known in the browser only. Whoever leaves or signs out ends the fetching.
  useEffect(() => {
    if (userId === null || !allowed || !canKeep() || !keeps()) return setState({ is: 'none' });
    let gone = false;
    void findKept(id).then((kept) => {
      const here = kept?.version === reading.version && isOpenTo(kept, userId, new Date());
      if (!gone) setState(here ? { is: 'kept', kept } : { is: 'idle' });
    });
    return () => {
      gone = true;
      ending.current?.abort();
    };
  }, [userId, allowed, id, reading.version]);

  const ask = async () => {
    setState({ is: 'asking' });
    const rendition = wantsLowData() ? 'small' : 'screen';
    try {
      const { getOffer } = await import('./keep-edition.ts');
      setState({ is: 'offered', offer: await getOffer(id, rendition), rendition });
    } catch (error) {
      setState({ is: 'idle' });
      if (error instanceof ApiError && error.status === 402) navigate(`${to('/payment')}?edition=${id}`);
      else toast({ kind: 'error', text: 'reader.keepFailed' });
    }
  };
  const keep = async () => {
    if (state.is !== 'offered') return;
    const { offer, rendition } = state;
    ending.current = new AbortController();
    const { signal } = ending.current;
    const onProgress = (part: number) => signal.aborted || setState({ is: 'keeping', part });
    onProgress(0);
    try {
      const { keepEdition } = await import('./keep-edition.ts');
      const kept = await keepEdition(reading, {
        offer,
        rendition,
        path: to('/e-paper/:id', { id }),
        signal,
        onProgress,
      });
      setState({ is: 'kept', kept });
    } catch {
      if (signal.aborted) return; // as he wished
      setState({ is: 'idle' });
      toast({ kind: 'error', text: 'reader.keepFailed' });
    }
  };
  const cancel = () => {
    ending.current?.abort();
    setState({ is: 'idle' });
  };
  const remove = async () => {
    await forgetEdition(id);
    setState({ is: 'idle' });
  };
  return { state, ask, keep, cancel, remove };
}
