import { useEffect, useState } from 'react';

/** Whether this browser shows PDFs within a page; false until the page is alive. Phones mostly do not. */
export function usePdfViewer(): boolean {
  const [enabled, setEnabled] = useState(false);
  // Only the browser knows.
  useEffect(() => setEnabled(navigator.pdfViewerEnabled), []);
  return enabled;
}
