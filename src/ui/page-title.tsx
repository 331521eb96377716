import { createContext, useContext } from 'react';

/** Default until the newspaper's name is known. */
export const productName = 'News Wing';

/** The newspaper's name, a setting. */
export const SiteName = createContext(productName);

/** A page's title, followed by the newspaper's name. */
export function PageTitle({ children }: { children: string }) {
  const name = useContext(SiteName);
  return <title>{`${children} - ${name}`}</title>;
}
