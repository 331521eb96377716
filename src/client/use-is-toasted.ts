import { useSyncExternalStore } from 'react';
import { isToasted, onToasted } from './toasts.ts';

/** Whether a toast shows this message of the server, so that the page need not repeat it yet. */
export const useIsToasted = (message: string): boolean =>
  useSyncExternalStore(
    onToasted,
    () => isToasted(message),
    () => false,
  );
