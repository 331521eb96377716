import { lazy, Suspense } from 'react';

export const handle = { texts: ['push'] };

// With the calls and their validation, which the page does not need before it has read the lists.
const Notifications = lazy(() =>
  import('./notifications-section.tsx').then((loaded) => ({ default: loaded.NotificationsSection })),
);

/** On the page "For you", once that has read its lists: what this device is notified of. */
export default function NotificationsPage() {
  return (
    <Suspense fallback={null}>
      <Notifications />
    </Suspense>
  );
}
