import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { type Id, ToastContainer, toast } from 'react-toastify';
import { messageOf, noteToasted, startToasts, type Toast, usualMs } from '#src/client/toasts.ts';
import { loadAreas, translateAsync } from '#src/messages/browser-catalogue.ts';
import type { TextParams } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from './icon.tsx';

// Toasts with an action stay longer: WCAG 2.2.1 names 20 s for a simple action.
const actionMs = 20_000;

// While a modal dialog is open, everything outside of it is inert and hidden from screen readers, so the toasts are
// moved into the dialog until it closes.
const area = document.createElement('div');
const removal = new MutationObserver(() => area.isConnected || moveArea());

function moveArea() {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (area.parentNode !== place) place.append(area); // restarts the timers of its toasts
  if (dialog) removal.observe(document.body, { childList: true, subtree: true });
  else removal.disconnect();
}

// The element that had the focus before a toast, and gets it back when the toast is closed.
let focusedBefore: HTMLElement | undefined;
area.addEventListener('focusin', ({ relatedTarget }) => {
  if (relatedTarget instanceof HTMLElement && !area.contains(relatedTarget)) focusedBefore = relatedTarget;
});

export default function Toasts() {
  // The container must be in the page before it receives toasts.
  useEffect(
    () =>
      startToasts(
        (it) => void show(it),
        (areas) => void loadAreas(areas),
      ),
    [],
  );
  return createPortal(
    <ToastContainer
      position="top-center"
      autoClose={usualMs}
      pauseOnHover
      theme="colored"
      rtl={document.dir === 'rtl'}
      closeButton={CloseButton}
    />,
    area,
  );
}

function CloseButton({ closeToast }: { closeToast(): void }) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className="grid size-6 flex-none place-items-center"
      aria-label={t('shell.close')}
      onClick={() => {
        closeToast();
        focusedBefore?.focus({ preventScroll: true });
      }}
    >
      <Icon name="close" />
    </button>
  );
}

const textOf = (text: Toast['text'], params?: TextParams) =>
  typeof text === 'string' ? translateAsync(text, params) : text.sentence;

const shown = new Map<string, Id>();

/**
 * Shows a toast in place of the former one, so that they never pile up over the page or contradict each other. One with
 * an action is replaced only by another with the same action, because the reader must have the time to use it.
 */
async function show(given: Toast) {
  const { kind, text, params, detail, durationMs, action } = given;
  const sentence = await textOf(text, params);
  const more = detail && (await textOf(detail));
  const label = action && (await translateAsync(action.label));
  const content = (
    <Content>
      <span>{sentence}</span>
      {more && <span className="block text-sm">{more}</span>}
      {action && (
        <button type="button" className="ms-1 font-semibold underline underline-offset-4" onClick={action.run}>
          {label}
        </button>
      )}
    </Content>
  );
  const autoClose = durationMs ?? (action ? actionMs : usualMs);
  moveArea();
  const key = action?.label ?? '';
  const former = shown.get(key);
  const options = { autoClose, data: { message: messageOf(given) } };
  if (former !== undefined) toast.dismiss(former);
  shown.set(key, toast[kind](content, options));
}

// Reports to the page which messages are still shown; a new toast may have the message of the one that it replaces.
toast.onChange(({ id, status, data }) => {
  // While it slides out, a toast has no role any more, so it must not be a tab stop.
  if (status === 'removed') area.querySelector(`[id="${id}"]`)?.removeAttribute('tabindex');
  const { message } = data as { message?: string };
  if (message !== undefined) noteToasted(message, status !== 'removed');
});

function Content({ children }: { children: ReactNode }) {
  useEffect(uncoverFocus, []);
  return <div>{children}</div>;
}

/** Scrolls the pressed button, or the field with the error, out from under the toasts. */
function uncoverFocus() {
  const focused = document.activeElement;
  const toasts = area.querySelector('.Toastify__toast-container');
  if (!focused || !toasts || focused === document.body || area.contains(focused)) return;
  const [place, cover] = [focused.getBoundingClientRect(), toasts.getBoundingClientRect()];
  const isBeside = place.right <= cover.left || place.left >= cover.right;
  if (!isBeside && place.top < cover.bottom && place.bottom > cover.top) focused.scrollIntoView({ block: 'center' });
}
