import { lazy, Suspense } from 'react';
import { useReading } from '#src/client/reading.ts';

export const handle = { texts: ['push'] };

// With the calls and their validation, which the page does not need before it has read the lists.
const Notifications = lazy(() =>
  import('./notifications-section.tsx').then((loaded) => ({ default: loaded.NotificationsSection })),
);

/** On the page "For you": what this device is notified of. */
export default function NotificationsPage() {
  const ready = useReading((reading) => reading.ready);
  return (
    ready && (
      <Suspense fallback={null}>
        <Notifications />
      </Suspense>
    )
  );
}
