import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';

// Up to about 200 ms a response feels immediate; a message for such a short time would only flash.
const delayMs = 150;

/** Indicates that another page is loading. */
export function LoadingNote() {
  const { t } = useTexts();
  const to = usePaths();
  const next = useNavigation().location?.pathname;
  const loading = next !== undefined;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [loading]);
  return (
    <p role="status" className="loading-note no-print">
      {late && loading && <span>{t(next === to('/e-paper') ? 'shell.loadingPdfs' : 'shell.loading')}</span>}
    </p>
  );
}
