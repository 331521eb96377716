import { useEffect, useState } from 'react';

/** Whether this browser can embed PDFs; false until hydration. Most phones cannot. */
export function usePdfViewer(): boolean {
  const [enabled, setEnabled] = useState(false);
  // Known only in the browser.
  useEffect(() => setEnabled(navigator.pdfViewerEnabled), []);
  return enabled;
}
