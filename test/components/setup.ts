import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closePage } from './open-page.tsx';

// Toasts slide for a second, and what moves cannot be pressed. Their bar is their timer: it is stopped, so that none
// closes by itself before a busy machine has read or closed it.
const still = document.createElement('style');
still.textContent = `
  * { animation-duration: 1ms !important; transition-duration: 1ms !important }
  .Toastify__progress-bar { animation-duration: 5s !important; animation-play-state: paused !important }`;
document.head.append(still);

beforeEach(() => page.viewport(1280, 900));

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await closePage();
});
