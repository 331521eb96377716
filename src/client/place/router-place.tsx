import { type ReactNode, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isDocument } from '#src/rules/documents.rules.ts';
import { loadPage } from './load-page.ts';
import { type Place, PlaceContext } from './place.ts';

/** The place of a page that React Router shows: it changes without a page load, unless a document follows. */
export function RouterPlace({ children }: { children: ReactNode }) {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const place = useMemo(
    (): Place => ({
      pathname,
      search,
      key,
      loadsPages: false,
      go: (path, options) => (isDocument(path) ? loadPage(path, options) : void navigate(path, options)),
    }),
    [pathname, search, key, navigate],
  );
  return <PlaceContext value={place}>{children}</PlaceContext>;
}
