import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from '#src/client/toasts.ts';

const Toasts = lazy(() => import('#src/client/toast-container.tsx'));

/** Where toasts appear; the library that shows them is fetched with the first. */
export function ToastArea() {
  const [wanted, setWanted] = useState(false);
  // Toasts are sent from anywhere, also outside of components.
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return <Suspense>{wanted && <Toasts />}</Suspense>;
}
