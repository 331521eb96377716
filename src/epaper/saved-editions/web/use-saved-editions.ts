import { useEffect, useState } from 'react';
import { useSession } from '#src/client/session.ts';
import { isReadableBy, type SavedEdition } from '../saved-editions.rules.ts';
import { listSavedEditions } from './edition-storage.ts';

/** The current user's saved editions on this device. */
export function useSavedEditions(): SavedEdition[] {
  const userId = useSession(({ ready, user }) => (ready && user.token ? user.user_id : null));
  const [mine, setMine] = useState<SavedEdition[]>([]);
  // Offline storage is available in the browser only.
  useEffect(() => {
    void listSavedEditions().then((saved) =>
      setMine(saved.filter((edition) => isReadableBy(edition, userId, new Date()))),
    );
  }, [userId]);
  return mine;
}
