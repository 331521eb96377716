import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closePage } from './open-page.tsx';

// Toasts slide for a second, and what moves cannot be pressed. The bar of a toast is its clock.
const still = document.createElement('style');
still.textContent =
  ':not(.Toastify__progress-bar) { animation-duration: 1ms !important; transition-duration: 1ms !important }';
document.head.append(still);

beforeEach(() => page.viewport(1280, 900));

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await closePage();
});
