import { Outlet } from 'react-router';

/** Around pages to read: root.tsx sends them as documents, without the application. */
export default function DocumentPage() {
  return <Outlet />;
}
