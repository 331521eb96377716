import { localStore } from './storage.ts';
import { trustedScriptUrl } from './trusted-types.ts';

const key = 'offline';

/** The service worker: offline-worker.ts. */
const workerFile = '/service-worker.js';
/** The same, for a device that stores no pages: it only shows notifications. */
const workerWithoutStorage = '/service-worker.js?pages=no';

/** Registers the service worker. A later registration replaces the former, and subscriptions of notifications go on. */
export const startWorker = (storesPages = true): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedScriptUrl(storesPages ? workerFile : workerWithoutStorage));

/** Whether this browser supports offline storage. */
export const canStoreOffline = (): boolean => 'serviceWorker' in navigator && 'caches' in window;

/** Whether the reader allows offline storage on this device. */
export function storesOffline(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return false; // storage is forbidden
  }
}

/** Stores that choice. */
export const setStoreOffline = (on: boolean): void => localStore().setItem(key, on ? 'on' : 'off');
