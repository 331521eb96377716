import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { ApiError } from '#src/client/api-error.ts';
import { canStoreOffline, storesOffline } from '#src/client/offline-storage.ts';
import { usePaths } from '#src/client/paths.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import {
  isReadableBy,
  type SavedEdition,
  type SavedRendition,
} from '#src/epaper/saved-editions/saved-editions.rules.ts';
import { deleteSavedEdition, findSavedEdition } from '#src/epaper/saved-editions/web/edition-storage.ts';
import type { OpenEdition } from '../server/reader.service.ts';
import { wantsLowData } from './low-data.ts';
import type { OfflineOffer } from './save-edition.ts';

/** `none` where offline storage is unavailable: for visitors, in this browser, or on this site. */
export type SavingState =
  | { is: 'none' | 'idle' | 'asking' }
  | { is: 'offered'; offer: OfflineOffer; rendition: SavedRendition }
  | { is: 'saving'; part: number }
  | { is: 'saved'; saved: SavedEdition };

export interface Saving {
  state: SavingState;
  ask(): Promise<void>;
  save(): Promise<void>;
  /** Dismisses the offer, or aborts the download. */
  cancel(): void;
  remove(): Promise<void>;
}

/** Offers, downloads, saves and removes an edition on this device. The code for it is loaded on demand. */
export function useSaving(edition: OpenEdition): Saving {
  const { id } = edition.report;
  const to = usePaths();
  const navigate = useNavigate();
  const allowed = useRouteLoaderData<{ shell: { offlineReading: boolean } }>('root')?.shell.offlineReading ?? true; // root.tsx has it
  const userId = useSession(({ ready, user }) => (ready && user.token ? user.user_id : null));
  const [state, setState] = useState<SavingState>({ is: 'none' });
  const abort = useRef<AbortController>(undefined);

  // Offline storage and session are available in the browser only. Leaving the page or signing out aborts the download.
  useEffect(() => {
    if (userId === null || !allowed || !canStoreOffline() || !storesOffline()) return setState({ is: 'none' });
    let unmounted = false;
    void findSavedEdition(id).then((saved) => {
      const isSaved = saved?.version === edition.version && isReadableBy(saved, userId, new Date());
      if (!unmounted) setState(isSaved ? { is: 'saved', saved } : { is: 'idle' });
    });
    return () => {
      unmounted = true;
      abort.current?.abort();
    };
  }, [userId, allowed, id, edition.version]);

  const ask = async () => {
    setState({ is: 'asking' });
    const rendition = wantsLowData() ? 'small' : 'screen';
    try {
      const { fetchOfflineOffer } = await import('./save-edition.ts');
      setState({ is: 'offered', offer: await fetchOfflineOffer(id, rendition), rendition });
    } catch (error) {
      setState({ is: 'idle' });
      if (error instanceof ApiError && error.status === 402) navigate(`${to('/payment')}?edition=${id}`);
      else toast({ kind: 'error', text: 'reader.saveFailed' });
    }
  };
  const save = async () => {
    if (state.is !== 'offered') return;
    const { offer, rendition } = state;
    abort.current = new AbortController();
    const { signal } = abort.current;
    const onProgress = (part: number) => signal.aborted || setState({ is: 'saving', part });
    onProgress(0);
    try {
      const { saveEdition } = await import('./save-edition.ts');
      const saved = await saveEdition(edition, {
        offer,
        rendition,
        path: to('/e-paper/:id', { id }),
        signal,
        onProgress,
      });
      setState({ is: 'saved', saved });
    } catch {
      if (signal.aborted) return; // cancelled by the reader
      setState({ is: 'idle' });
      toast({ kind: 'error', text: 'reader.saveFailed' });
    }
  };
  const cancel = () => {
    abort.current?.abort();
    setState({ is: 'idle' });
  };
  const remove = async () => {
    await deleteSavedEdition(id);
    setState({ is: 'idle' });
  };
  return { state, ask, save, cancel, remove };
}
