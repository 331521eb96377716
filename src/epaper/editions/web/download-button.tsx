import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#src/client/api-error.ts';
import { usePaths } from '#src/client/paths.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import type { EditionView } from '#src/epaper/pages/editions.contract.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';

/** Downloads an edition; navigates to the login or the plans first if required, and returns to the edition. */
export function DownloadButton({ report, describedBy }: { report: EditionView; describedBy: string }) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const token = useSession(({ user }) => user.token);
  const [part, setPart] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);

  const download = async () => {
    if (!token || isExpired(token)) {
      navigate(to('/login'), { state: { from: `${to('/e-paper')}?edition=${report.id}` } });
      return;
    }
    setFailed(false);
    setPart(0);
    try {
      // Loaded on demand, since it imports the contract.
      const { downloadEdition } = await import('./download.ts');
      await downloadEdition(report, setPart);
    } catch (error) {
      if (error instanceof ApiError && error.status === 402) navigate(`${to('/payment')}?edition=${report.id}`);
      else if (!(error instanceof ApiError && error.status === 401)) {
        // biome-ignore lint/suspicious/noConsole: the specification logs it and shows no message of its own
        console.error(error);
        setFailed(true);
      }
    } finally {
      setPart(null);
    }
  };

  const label =
    part === null
      ? t(failed ? 'epaper.downloadFailed' : 'epaper.download')
      : t('epaper.downloading', { percent: Math.round(part * 100) });
  return (
    <Button
      kind="quiet"
      className="edition-download"
      onClick={download}
      disabled={part !== null}
      aria-describedby={describedBy}
    >
      <span aria-live={failed ? 'polite' : undefined}>{label}</span>
    </Button>
  );
}
