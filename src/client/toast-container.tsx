import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { ToastContainer, toast } from 'react-toastify';
import { loadAreas, translateAsync } from '#src/messages/browser-catalogue.ts';
import type { TextParams } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { startToasts, type Toast } from './toasts.ts';

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
      autoClose={5000}
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
      onClick={closeToast}
    >
      <Icon name="close" />
    </button>
  );
}

const textOf = (text: Toast['text'], params?: TextParams) =>
  typeof text === 'string' ? translateAsync(text, params) : text.sentence;

async function show({ kind, text, params, detail, durationMs, action }: Toast) {
  const sentence = await textOf(text, params);
  const more = detail && (await textOf(detail));
  const label = action && (await translateAsync(action.label));
  const content = (
    <div>
      <span>{sentence}</span>
      {more && <span className="block text-sm">{more}</span>}
      {action && (
        <button type="button" className="ms-1 font-semibold underline underline-offset-4" onClick={action.run}>
          {label}
        </button>
      )}
    </div>
  );
  const autoClose = durationMs ?? (action && actionMs);
  moveArea();
  toast[kind](content, { ...(autoClose && { autoClose }) });
}
