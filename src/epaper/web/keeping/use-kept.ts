import { useEffect, useState } from 'react';
import { useSession } from '#src/client/session.ts';
import { isOpenTo, type KeptEdition } from '../../keeping.rules.ts';
import { listKept } from './kept.ts';

/** The editions that this device keeps for its reader. */
export function useKept(): KeptEdition[] {
  const userId = useSession(({ ready, user }) => (ready && user.token ? user.user_id : null));
  const [own, setOwn] = useState<KeptEdition[]>([]);
  // The device is asked in the browser only.
  useEffect(() => {
    void listKept().then((kept) => setOwn(kept.filter((edition) => isOpenTo(edition, userId, new Date()))));
  }, [userId]);
  return own;
}
