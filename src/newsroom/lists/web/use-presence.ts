import { useEffect, useState } from 'react';
import { useIsAttended } from '#src/client/activity.ts';
import { callApi } from '#src/client/api.ts';
import { createPolling } from '#src/client/polling.ts';
import { collaborationCalls, type Presence } from '../collaboration.contract.ts';
import { signMs } from '../collaboration.rules.ts';

/** Reports to the server that the story is open here, while a user is at the page; returns who else has it open. */
export function usePresence(id: number): Presence | undefined {
  const [presence, setPresence] = useState<Presence>();
  const isAttended = useIsAttended();
  useEffect(() => {
    const polling = createPolling(async (isCurrent) => {
      if (!isAttended()) return signMs;
      // If a heartbeat fails, the next one is sent anyway; saving does not depend on it.
      const answer = await callApi(collaborationCalls.presence, { params: { id } }).catch(() => undefined);
      if (isCurrent() && answer) setPresence(answer);
      return signMs;
    });
    void polling.runNow();
    const showAgain = () => void polling.runNow();
    document.addEventListener('visibilitychange', showAgain);
    return () => {
      document.removeEventListener('visibilitychange', showAgain);
      polling.stop();
    };
  }, [id, isAttended]);
  return presence;
}
