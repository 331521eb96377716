import { useState } from 'react';
import { z } from 'zod';
import type { ApiError } from '#src/client/api-error.ts';

const Conflict = z.object({ current: z.object({ version: z.number() }) });

/**
 * The version of an entry that a dialog was opened with, also when the list behind it has been refetched. After a
 * conflict it is the stored one, which `onConflict` takes from the error: the next save replaces that.
 */
export function useSeenVersion(loaded: number | undefined) {
  const [version, setVersion] = useState(loaded);
  if (version === undefined && loaded !== undefined) setVersion(loaded);
  const onConflict = ({ body }: ApiError) => {
    const conflict = Conflict.safeParse(body);
    if (conflict.success) setVersion(conflict.data.current.version);
    return conflict.success;
  };
  return { version, onConflict };
}
