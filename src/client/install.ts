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
 * Stores the browser's install prompt for the user menu, and prevents the browser's own banner. Inlined in the page,
 * because the event may come before hydration. A browser that has installed the site does not send it.
 */
export const installScript = !import.meta.env.SSR
  ? ''
  : `addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.installPrompt=e});addEventListener('appinstalled',()=>{delete window.installPrompt})`;

// iOS has no install prompt; in its Safari `standalone` is false until the site runs as an app.
const isByHand = () => (navigator as { standalone?: boolean }).standalone === false;

export const canInstall = (): boolean => window.installPrompt !== undefined || isByHand();

/** Shows the browser's install prompt, which works only once; without one, explains how to install the site by hand. */
export function install(): void {
  if (window.installPrompt) void window.installPrompt.prompt();
  else toast({ kind: 'info', text: 'offline.installByHand', durationMs: 20_000 });
  window.installPrompt = undefined;
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })); // closes the menu, and focuses its button: ui/menu.tsx
}
