import { localKept } from './storage.ts';
import { trustedProgram } from './trusted.ts';

const offKey = 'offline';

/** Runs between pages and network once it is registered: offline-worker.ts. */
const workerFile = '/service-worker.js';

/** Starts the worker, or finds it running. */
export const startWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedProgram(workerFile));

/** Whether this browser can keep pages at all. */
export const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in window;

/** Whether the reader lets this device keep pages. */
export function keeps(): boolean {
  try {
    return localStorage.getItem(offKey) !== 'off';
  } catch {
    return false; // a browser that stores nothing keeps nothing
  }
}

/** Remembers whether he does. */
export const chooseToKeep = (on: boolean): void => localKept().setItem(offKey, on ? 'on' : 'off');
