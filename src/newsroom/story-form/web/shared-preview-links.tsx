import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { copyText } from '#src/client/copy.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { previewCalls } from '../previews.contract.ts';

/** The path of a preview with the signature of a link to it. */
export const previewLinkPath = (path: string, pass: string): string => `${path}?pass=${pass}`;

/** Creates shared links to a story's preview, lists the valid ones, and ends them. */
export function SharedPreviewLinks({ id }: { id: string }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const [created, setCreated] = useState<{ url: string; until: Date }>();
  const { data: links = [] } = useCall(previewCalls.links, { params: { id } });
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const create = async () => {
    try {
      const { pass, expires_at } = await callApi(previewCalls.share, { params: { id } });
      const url = location.origin + previewLinkPath(to('/preview/:id', { id }), pass);
      setCreated({ url, until: new Date(expires_at) });
      await refetch(previewCalls.links);
    } catch (error) {
      toastFailure(error, 'preview.shareFailed');
    }
  };
  const end = async (link: string) => {
    if (await toastOutcome(() => callApi(previewCalls.end, { params: { id, link } }), 'preview.endFailed'))
      setCreated(undefined);
    await refetch(previewCalls.links);
  };
  return (
    <div className="max-w-2xl">
      {created ? (
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-64 grow">
            <TextField
              label={t('preview.link')}
              hint={t('preview.linkHint', { time: time.format(created.until) })}
              type="url"
              value={created.url}
              readOnly
              onFocus={({ target }) => target.select()}
            />
          </div>
          <Button className="mt-6" onClick={() => copyText(created.url, 'preview.copied', 'preview.copyFailed')}>
            {t('preview.copy')}
          </Button>
        </div>
      ) : (
        <Button kind="quiet" onClick={create}>
          {t('preview.share')}
        </Button>
      )}
      {links.length > 0 && (
        <>
          <h2 className="mt-6 font-bold text-lg">{t('preview.links')}</h2>
          <ul>
            {links.map(({ id: link, by, expires_at }) => (
              <li key={link} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-2">
                <span id={link}>{t('preview.linkBy', { by, time: time.format(new Date(expires_at)) })}</span>
                <Button kind="quiet" aria-describedby={link} onClick={() => void end(link)}>
                  {t('preview.endLink')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
