import { useEffect, useState } from 'react';
import type { Blocker, DataRouter } from 'react-router';
import { takeGoing } from '#src/client/interrupted.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { DialogButtons } from '#src/ui/form-dialog.tsx';
import { EditorDialog } from './editor-dialog.tsx';

const key = 'uploads';

/**
 * Stops navigation within the site. Uses the router itself: React Router's `useBlocker` would add 170 bytes (Brotli) to
 * the libraries that all pages load, more than the budget of readers' pages allows.
 */
function useBlocker(): Blocker | undefined {
  const [blocker, setBlocker] = useState<Blocker>();
  useEffect(() => {
    const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter }; // set by HydratedRouter
    router?.getBlocker(key, () => true);
    const unsubscribe = router?.subscribe(({ blockers }) => setBlocker(blockers.get(key)));
    return () => {
      unsubscribe?.();
      router?.deleteBlocker(key);
    };
  }, []);
  return blocker;
}

/** Asks before the page is left while pictures are being uploaded. */
export function LeaveWarning() {
  const { t } = useTexts();
  const blocker = useBlocker();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  if (blocker?.state !== 'blocked') return null;
  const stay = () => {
    takeGoing(); // the page that the link led to is not wanted any more
    blocker.reset();
  };
  return (
    <EditorDialog title={t('editor.leaveTitle')} onClose={stay} onSubmit={blocker.proceed}>
      <p>{t('editor.leaveText')}</p>
      <DialogButtons
        submit={t('editor.leave')}
        kind="danger"
        cancel={t('newsroom.cancel')}
        busy={false}
        onClose={stay}
      />
    </EditorDialog>
  );
}
