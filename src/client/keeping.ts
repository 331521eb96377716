import { localKept } from './storage.ts';

const offKey = 'offline';

/** Runs between pages and network once it is registered: offline-worker.ts. */
export const workerFile = '/service-worker.js';

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
