import { readerListsKey, visitPauseMs } from '#src/client/reader-lists.ts';

/**
 * Reserves the line of `SinceLast` before the first paint, if `openReaderLists` will find that the reader was here before this
 * visit. Inlined in the front, which is the same for everyone.
 */
export const lastVisitScript = !import.meta.env.SSR
  ? ''
  : `try{let{seenAt:s,newSince:n}=JSON.parse(localStorage.getItem('${readerListsKey}'));if(n>0||s>0&&Date.now()-s>${visitPauseMs})document.documentElement.dataset.returned=''}catch{}`;
