import { createContext, useContext } from 'react';

export interface GoOptions {
  /** Replaces the entry in the browser's history. */
  replace?: boolean;
  /** State of the new entry. */
  state?: unknown;
}

/** Where the reader is, and how he is led elsewhere: the same for a document and for a page of the application. */
export interface Place {
  /** Percent-encoded. */
  pathname: string;
  search: string;
  /** Changes with each navigation within the application. */
  key: string;
  /** Whether each way from here loads a page, and ends what is running. */
  loadsPages: boolean;
  /** Goes to a path of this site. */
  go(path: string, options?: GoOptions): void;
}

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('usePlace needs a PlaceContext above it');
  return place;
}
