import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { useDeskList } from '#src/client/desk-list.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch } from '#src/client/queries.ts';
import { toast } from '#src/client/toasts.ts';
import { editionCalls, type ManagedEdition } from '#src/epaper/pages/editions.contract.ts';
import { editionMegabytes } from '#src/epaper/pages/epaper.settings.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import type { Route } from './+types/editions-page';
import { EditionDialog } from './edition-dialog.tsx';

export const handle = { texts: ['epaper', 'errors'] };

export const loader = pageLoader(async ({ settings }) => ({ megabytes: settings.get(editionMegabytes) }));

/** Every edition with the state of its processing: edit, replace, delete, restore, process again. */
export default function EditionsPage({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { list } = useDeskList(editionCalls.manage, (editions) => editions);
  const [edited, setEdited] = useState<ManagedEdition | null>(null);
  const day = indianDateFormat(locale, { dateStyle: 'medium' });

  const act = async (make: () => Promise<unknown>, done: TextKey, undo?: () => Promise<void>) => {
    try {
      await make();
      toast({
        kind: 'success',
        text: done,
        ...(undo && { action: { label: 'epaper.undo', run: () => void undo() } }),
      });
    } catch (error) {
      toastFailure(error, 'epaper.notSaved');
    }
    await refetch(editionCalls.manage);
  };
  const restore = (id: number) => act(() => callApi(editionCalls.restore, { params: { id } }), 'epaper.restored');
  const remove = (id: number) =>
    act(
      () => callApi(editionCalls.remove, { params: { id } }),
      'epaper.deleted',
      () => restore(id),
    );
  const prepare = (id: number) => act(() => callApi(editionCalls.prepare, { params: { id } }), 'epaper.startedAgain');

  return (
    <>
      <ListPage
        title={t('epaper.editions')}
        columns={[
          t('epaper.cover'),
          t('epaper.edition'),
          t('epaper.period'),
          t('epaper.issueDate'),
          t('epaper.work'),
          t('epaper.actions'),
        ]}
        {...list}
        texts={{ loading: t('epaper.loadingList'), failed: t('epaper.listFailed'), empty: t('epaper.noEditions') }}
        tools={
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/pdf-upload')}>
            {t('epaper.uploadTitle')}
          </a>
        }
        row={(edition) => [
          edition.thumbnail_url && (
            <img
              key="cover"
              src={apiHost + edition.thumbnail_url}
              alt=""
              width={edition.cover_width}
              height={edition.cover_height}
              loading="lazy"
              className="w-12 border border-rule"
            />
          ),
          <div key="edition" className="min-w-40">
            <p className="font-semibold font-serif">{edition.title}</p>
            <p className="text-sm text-soft [overflow-wrap:anywhere]">
              <bdi>{edition.filename}</bdi>
            </p>
          </div>,
          t(`epaper.${edition.category}`),
          <span key="day" className="whitespace-nowrap">
            {day.format(new Date(edition.issue_date ?? edition.created_at))}
          </span>,
          <WorkState key="work" edition={edition} />,
          <div key="actions" className="flex flex-wrap gap-2 lg:flex-nowrap">
            {edition.deleted_at ? (
              <Button kind="quiet" onClick={() => void restore(edition.id)}>
                {t('epaper.restore')}
              </Button>
            ) : (
              <>
                <Button kind="quiet" onClick={() => setEdited(edition)}>
                  {t('epaper.edit')}
                </Button>
                <Button kind="quiet" onClick={() => void prepare(edition.id)}>
                  {t('epaper.makeAgain')}
                </Button>
                <Button kind="quiet" onClick={() => void remove(edition.id)}>
                  {t('epaper.delete')}
                </Button>
              </>
            )}
          </div>,
        ]}
      />
      {edited && (
        <EditionDialog
          edition={edited}
          megabytes={loaderData.megabytes}
          onClose={() => setEdited(null)}
          onSaved={() => refetch(editionCalls.manage)}
        />
      )}
    </>
  );
}

function WorkState({ edition: { deleted_at, work, failure } }: { edition: ManagedEdition }) {
  const { t, locale } = useTexts();
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  if (deleted_at) return t('epaper.deletedOn', { date: day.format(new Date(deleted_at)) });
  if (work === 'failed') return <span className="text-bad">{failure}</span>;
  return t(work === 'done' ? 'epaper.workDone' : 'epaper.workWaiting');
}
