import type { ShouldRevalidateFunction } from 'react-router';

/**
 * For pages whose data do not depend on the address's query: what is chosen there holds at once, without a way to the
 * server in which the next choice would be lost. Asked again when the page asks for itself again.
 */
export const onlyForAnotherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
