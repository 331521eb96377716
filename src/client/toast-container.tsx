import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify';
import { translateLater } from '#src/messages/browser-catalogue.ts';
import { startToasts, type Toast } from './toasts.ts';

// Whoever is to act on a toast needs time to read it and to get there.
const actionMs = 10_000;

export default function Toasts() {
  // The container must be in the page before it is given toasts.
  useEffect(() => startToasts((it) => void show(it)), []);
  return (
    <ToastContainer position="top-center" autoClose={5000} pauseOnHover theme="colored" rtl={document.dir === 'rtl'} />
  );
}

async function show({ kind, text, params, durationMs, action }: Toast) {
  const sentence = typeof text === 'string' ? await translateLater(text, params) : text.sentence;
  const label = action && (await translateLater(action.label));
  const content = action ? (
    <>
      {sentence}{' '}
      <button type="button" className="font-semibold underline underline-offset-4" onClick={action.run}>
        {label}
      </button>
    </>
  ) : (
    sentence
  );
  const autoClose = durationMs ?? (action && actionMs);
  toast[kind](content, { ...(autoClose && { autoClose }) });
}
