import { createContext } from 'react';

/** Marks our own inline scripts while a page is rendered; gone before it is sent (`entry.server.tsx`). */
export const ScriptNonce = createContext<string | undefined>(undefined);
