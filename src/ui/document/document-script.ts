declare global {
  interface Window {
    /** What was pressed in an island before the document's script was there. */
    pressed?: HTMLElement;
  }
}

// On a slow connection the load event can be late, or never come because of a picture.
const timeoutMs = 8000;

/**
 * Loads the script of a document, which root.tsx writes with an unknown type: after the load event and a paint, so that text and
 * pictures get all of a slow connection, or with the first press. Holds back what is pressed in an island that is not hydrated
 * yet, and buttons of presses.ts until the script is there; the last press counts.
 */
export const documentScript = !import.meta.env.SSR
  ? ''
  : `{
const start = () => {
  const script = document.querySelector('script[data-document]');
  if (!script) return;
  delete script.dataset.document;
  script.remove();
  script.type = 'module';
  document.head.append(script);
};
addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)));
for (const type of ['pointerdown', 'keydown', 'click']) addEventListener(type, start, { capture: true, once: true });
setTimeout(start, ${timeoutMs});
addEventListener('click', (event) => {
  const button = event.target.closest('[data-island]:not([data-ready]) button[type=button], html:not([data-loaded]) [data-press]');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  window.pressed = button;
}, true);
}`;
