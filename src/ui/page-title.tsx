import { createContext, useContext } from 'react';

/** Until the paper's own name is known. */
export const productName = 'News Wing';

/** The paper's name as its administrator has set it. */
export const SiteName = createContext(productName);

/** A page's title, with the paper's name behind it. */
export function PageTitle({ children }: { children: string }) {
  const name = useContext(SiteName);
  return <title>{`${children} - ${name}`}</title>;
}
