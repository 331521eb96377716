import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from '#src/client/toasts.ts';

/** Where toasts appear; the library that shows them is loaded with the first. */
export function ToastArea() {
  const [Toasts, setToasts] = useState<ComponentType>();
  // Toasts are sent from anywhere, also outside of components.
  useEffect(() => {
    const load = () => {
      // Not `lazy`: a failed import would replace the page by an error. The next toast tries again.
      void import('#src/client/toast-container.tsx').then(
        ({ default: container }) => setToasts(() => container),
        reportError,
      );
    };
    return onFirstToast(load);
  }, []);
  return Toasts && <Toasts />;
}
