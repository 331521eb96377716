import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from '#src/client/toasts.ts';

/** Container of toasts; its library is loaded with the first toast. */
export default function ToastArea() {
  const [Toasts, setToasts] = useState<ComponentType>();
  // Toasts are sent from anywhere, even outside components.
  useEffect(() => {
    const load = () => {
      // Not `lazy`, whose failed import would replace the page by an error. The next toast tries again.
      void import('#src/ui/toast-container.tsx').then(
        ({ default: container }) => setToasts(() => container),
        reportError,
      );
    };
    return onFirstToast(load);
  }, []);
  return Toasts && <Toasts />;
}
