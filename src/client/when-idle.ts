/** Not in TypeScript's types: Chromium only. */
interface Connection {
  saveData?: boolean;
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

const patienceMs = 3000;
const longestMs = 2000;

/**
 * Runs something that no reader is waiting for: once the page has loaded and the browser is idle. On the slowest
 * connections, and for readers who save data, it waits longer.
 */
export function whenIdle(run: () => void): void {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then)); // Safari has no idle callbacks
  const start = () =>
    setTimeout(() => idle(run, { timeout: longestMs }), saveData || /2g/.test(effectiveType) ? patienceMs : 0);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
