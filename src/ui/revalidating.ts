import type { ShouldRevalidateFunction } from 'react-router';

/**
 * For pages whose data do not depend on the URL's query: a change of the query takes effect at once, without a request
 * during which the next change would be lost. Revalidates when the path changes, and when the same URL is loaded again.
 */
export const revalidateOnNavigation: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
