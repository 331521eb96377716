import { toast } from './toasts.ts';

/** Not in TypeScript's types: Chromium only. */
interface InstallPrompt {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    installPrompt?: InstallPrompt | undefined;
  }
}

/**
 * Holds the browser's offer to install the site until the reader wants it, in place of its banner. Inlined in the page,
 * because the offer may come before hydration. It does not come to a browser that has installed the site.
 */
export const installScript = !import.meta.env.SSR
  ? ''
  : `addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.installPrompt=e});addEventListener('appinstalled',()=>{delete window.installPrompt})`;

// Safari on iOS installs by hand only, and says whether it has.
const isByHand = () => (navigator as { standalone?: boolean }).standalone === false;

export const canInstall = (): boolean => window.installPrompt !== undefined || isByHand();

/** Asks the browser to install the site; the offer is good for once. Where it does not ask, says how it is done. */
export function install(): void {
  if (window.installPrompt) void window.installPrompt.prompt();
  else toast({ kind: 'info', text: 'offline.installByHand', durationMs: 20_000 });
  window.installPrompt = undefined;
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })); // closes the menu, and focuses its button: ui/menu.tsx
}
