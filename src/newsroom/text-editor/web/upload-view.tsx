import type { NodeViewProps } from '@tiptap/core';
import { createContext, useContext } from 'react';
import { useFileUrl } from '#src/client/file-url.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { useUploads } from '#src/news/media/web/use-uploads.ts';
import { Button } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Frame, useOwnLanguage } from './block-frame.tsx';
import { backToText } from './insert-block.ts';

/** The uploads of the editor; each placeholder has the key of one. */
export const Uploads = createContext<Pick<ReturnType<typeof useUploads>, 'uploads' | 'retry'> | null>(null);

/** The placeholder of a picture: its progress, or why it has failed. */
export function UploadView(view: NodeViewProps) {
  const { t } = useTexts();
  const own = useOwnLanguage();
  const { uploads, retry } = useContext(Uploads) ?? {};
  const { key } = view.node.attrs;
  const upload = uploads?.find((one) => one.key === key);
  const url = useFileUrl(upload?.file ?? null);
  return (
    <Frame view={view} title={t('editor.newPicture', { number: key })}>
      <div className="editor-line flex items-start gap-3" contentEditable={false} {...own}>
        {url && <img src={url} alt="" className="size-16 shrink-0 object-cover" />}
        <div className="min-w-0 flex-1">
          {upload?.state === 'failed' ? (
            <>
              <p role="alert" className="font-medium text-bad text-sm">
                {upload.error}
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button kind="quiet" onClick={() => retry?.(key)}>
                  {t('media.uploadRetry')}
                </Button>
                <Button
                  kind="quiet"
                  onClick={() => {
                    view.deleteNode();
                    backToText(view.editor);
                  }}
                >
                  {t('editor.remove')}
                </Button>
              </div>
            </>
          ) : upload?.state === 'waiting' ? (
            <p className="text-sm text-soft">{t('media.waiting')}</p>
          ) : (
            <Progress label={t('media.upload')} part={upload?.part ?? 0} />
          )}
        </div>
      </div>
    </Frame>
  );
}
