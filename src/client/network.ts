import { create } from 'zustand';

interface Network {
  offline: boolean;
  /** When the page on the screen was kept, for one that came from this device. */
  keptAt: Date | null;
}

/** Whether the device has a network, as far as can be known: browsers often claim one that leads nowhere. */
export const useNetwork = create<Network>(() => ({ offline: false, keptAt: null }));

/** Follows the browser's word, and asks the worker whether this page came from the device. Returns how to stop. */
export function watchNetwork(): () => void {
  const hear = () => useNetwork.setState({ offline: !navigator.onLine, ...(navigator.onLine && { keptAt: null }) });
  hear();
  window.addEventListener('online', hear);
  window.addEventListener('offline', hear);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<string | null>) => {
    if (data !== null) useNetwork.setState({ offline: true, keptAt: data ? new Date(data) : null });
  };
  navigator.serviceWorker?.controller?.postMessage('kept?', [port2]);
  return () => {
    window.removeEventListener('online', hear);
    window.removeEventListener('offline', hear);
    port1.close();
  };
}
