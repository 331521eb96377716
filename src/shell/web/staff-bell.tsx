import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useSession } from '#src/client/session.ts';

/** The bell of the newsroom; its code is loaded for the newsroom only. */
export function StaffBell() {
  const isStaff = useSession(({ user }) => user.isAdmin);
  const [Bell, setBell] = useState<ComponentType>();
  useEffect(() => {
    // Not `lazy`, whose failed import would replace the page by an error.
    if (isStaff) void import('#src/desk/web/bell.tsx').then(({ Bell }) => setBell(() => Bell), reportError);
  }, [isStaff]);
  return isStaff && Bell ? (
    <Suspense>
      <Bell />
    </Suspense>
  ) : null;
}
