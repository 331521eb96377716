import { useStore } from 'zustand';
import { type ReaderLists, readerLists } from './reader-lists.ts';

/** Some of the reader's lists. */
export const useReaderLists = <T>(select: (lists: ReaderLists) => T): T => useStore(readerLists, select);
