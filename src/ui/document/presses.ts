import { copyText } from '#src/client/copy.ts';
import { localStore } from '#src/client/storage.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { showTheme } from '../theme-colours.ts';

// Buttons that need no React, by their `data-press`: the same on documents and in the application.
const presses: Record<string, (button: HTMLElement) => void> = {
  /** The choice is stored for later visits; the default is the system's preference. */
  theme() {
    const { dataset } = document.documentElement;
    const now = dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    const chosen = now === 'dark' ? 'light' : 'dark';
    showTheme(chosen);
    localStore().setItem('theme', chosen);
  },
  /** Copies the text of the element with the id `data-copies`. */
  copy({ dataset: { copies = '', done, failed } }) {
    const text = document.getElementById(copies)?.textContent ?? '';
    void copyText(text, done as TextKey, failed as TextKey); // written by our components
  },
};

/** Starts the buttons of this page that have a `data-press`. Returns the cleanup. */
export function startPresses(): () => void {
  const press = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('[data-press]'); // a click's target is an element
    if (button) presses[button.dataset.press ?? '']?.(button);
  };
  addEventListener('click', press);
  document.documentElement.dataset.presses = '';
  return () => removeEventListener('click', press);
}
