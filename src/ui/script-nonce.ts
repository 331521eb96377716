import { createContext } from 'react';

/** Marks our inline scripts while a page is rendered; removed before it is sent (`entry.server.tsx`). */
export const ScriptNonce = createContext<string | undefined>(undefined);
