declare global {
  interface Window {
    /** What was pressed before it could be answered. */
    pressed?: HTMLElement;
  }
}

/**
 * Holds back what is pressed in an island that is not hydrated yet, and buttons of presses.ts until these have started:
 * entry.document.ts repeats the last press. Inlined in documents.
 */
export const heldPressesScript = !import.meta.env.SSR
  ? ''
  : `addEventListener('click', (event) => {
  const button = event.target.closest('[data-island]:not([data-ready]) button[type=button], html:not([data-presses]) [data-press]');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  window.pressed = button;
}, true);`;
