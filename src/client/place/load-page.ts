import { handOverToast } from '../toasts.ts';
import { handOver, readHandedOver, takeHandedOver } from './handed-over.ts';
import type { GoOptions } from './place.ts';

/** Loads a page of this site, and hands over what a page load would lose: the state for it, and the toast that is shown. */
export function loadPage(path: string, { replace = false, state }: GoOptions = {}): void {
  const { href } = new URL(path, location.href);
  if (state !== undefined) handOver('state', { href, state });
  handOverToast();
  if (replace) location.replace(href);
  else location.assign(href);
}

/** Makes the state that another page has handed over this page's, before React Router reads it. */
export function takeHandedState(): void {
  const handed = readHandedOver('state');
  // It may be for the page that is loading already, when this one's script comes late.
  if (handed?.href !== location.href) return;
  takeHandedOver('state');
  history.replaceState({ ...history.state, usr: handed.state }, '');
}
