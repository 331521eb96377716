import { createStore } from 'zustand/vanilla';

interface Network {
  offline: boolean;
  /** When the current page was saved, if it came from offline storage. */
  keptAt: Date | null;
  /** Whether the site has a new version since this page was loaded: the next link loads a whole page. */
  outdated: boolean;
}

/** Whether the device is offline, as far as known: browsers often report a network that has no connection. */
export const network = createStore<Network>(() => ({ offline: false, keptAt: null, outdated: false }));

/** Follows the browser's online status, and asks the service worker if this page is saved. Returns the cleanup. */
export function watchNetwork(): () => void {
  const update = () => network.setState({ offline: !navigator.onLine, ...(navigator.onLine && { keptAt: null }) });
  update();
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<string | null>) => {
    if (data !== null) network.setState({ offline: true, keptAt: data ? new Date(data) : null });
  };
  navigator.serviceWorker?.controller?.postMessage('kept?', [port2]);
  return () => {
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
    port1.close();
  };
}
