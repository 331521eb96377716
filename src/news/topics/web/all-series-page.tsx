import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AllSectionsNeeded } from '#src/news/categories/web/all-sections-needed.tsx';
import { DialogButtons } from '#src/news/categories/web/dialog-buttons.tsx';
import { MoveStoriesDialog } from '#src/news/categories/web/move-stories-dialog.tsx';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { useSeenVersion } from '#src/news/categories/web/use-seen-version.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { type CountedSeries, seriesCalls } from '../topics.contract.ts';
import { seriesTitleMaxLength, topicDescriptionMaxLength } from '../topics.rules.ts';

export const handle = { texts: ['newsroom', 'tagging', 'taxonomy'] };

/** The series of the newspaper. The parts of one are ordered by the number in the form of each story. */
export default function AllSeriesPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const list = useCall(seriesCalls.list, {}, allowed);
  const [opened, setOpened] = useState<{ act: 'edit' | 'delete'; of: CountedSeries | null }>();
  const limited = useSections() !== null;
  const close = () => setOpened(undefined);
  const reload = () => refetch(seriesCalls.list);
  // As it is stored now: another user may have changed it.
  const current = list.data?.find(({ id }) => id === opened?.of?.id) ?? null;
  return (
    <>
      <ListPage
        title={t('tagging.seriesTitle')}
        columns={[t('tagging.title'), t('tagging.description'), t('tagging.parts'), t('tagging.actions')]}
        rows={allowed ? list.data : undefined}
        error={list.error}
        texts={{ loading: t('newsroom.loading'), failed: t('tagging.failed'), empty: t('tagging.noSeriesYet') }}
        tools={
          limited ? (
            <AllSectionsNeeded />
          ) : (
            <Button onClick={() => setOpened({ act: 'edit', of: null })}>{t('tagging.addSeries')}</Button>
          )
        }
        row={(entry) => [
          <a key="title" className="link font-semibold" href={to('/series/:series', { series: entry.slug })}>
            <bdi lang={entry.language}>{entry.title}</bdi>
          </a>,
          entry.description,
          entry.stories,
          limited ? null : (
            <div key="actions" className="flex flex-wrap gap-x-4">
              {(['edit', 'delete'] as const).map((act) => (
                <button
                  key={act}
                  type="button"
                  className="link min-h-11"
                  aria-label={`${t(`tagging.${act}`)}: ${entry.title}`}
                  onClick={() => setOpened({ act, of: entry })}
                >
                  {t(`tagging.${act}`)}
                </button>
              ))}
            </div>
          ),
        ]}
      />
      {opened?.act === 'edit' && <SeriesDialog series={current} onClose={close} onDone={reload} />}
      {opened?.act === 'delete' && current && (
        <MoveStoriesDialog
          title={t('tagging.deleteName', { name: current.title })}
          stories={`${t('tagging.parts')}: ${current.stories}`}
          submitLabel={t('tagging.delete')}
          failed="tagging.failed"
          onSubmit={async () =>
            (await callApi(seriesCalls.remove, { params: { id: current.id }, query: { version: current.version } }))
              .message
          }
          onClose={close}
          onDone={reload}
        >
          {t('tagging.deleteSeriesNote', { count: current.stories })}
        </MoveStoriesDialog>
      )}
    </>
  );
}

interface SeriesDialogProps {
  /** Null for a new one. */
  series: CountedSeries | null;
  onClose(): void;
  onDone(): Promise<void>;
}

function SeriesDialog({ series, onClose, onDone }: SeriesDialogProps) {
  const { t, language: pageLanguage } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const { version = 0, onConflict } = useSeenVersion(series?.version);
  const save = (element: HTMLFormElement) => {
    const { title = '', language = pageLanguage, description = '' } = textsOf(element);
    const body = { title, language, description };
    void submit(
      async () => {
        if (series) await callApi(seriesCalls.update, { params: { id: series.id }, body: { ...body, version } });
        else await callApi(seriesCalls.create, { body });
        toast({ kind: 'success', text: 'tagging.saved' });
        onClose();
        await onDone();
      },
      (error) => {
        onConflict(error);
        if (!error.fields.title) toastFailure(error, 'tagging.failed');
        void onDone();
      },
    );
  };
  return (
    <Dialog title={series ? t('tagging.editName', { name: series.title }) : t('tagging.addSeries')} onClose={onClose}>
      <Form className="mt-4 grid gap-4" onSubmit={save}>
        <TextField
          label={t('tagging.title')}
          name="title"
          required
          maxLength={seriesTitleMaxLength}
          defaultValue={series?.title}
          error={errors.title}
          onChange={() => clear('title')}
        />
        <TextField
          label={t('tagging.description')}
          name="description"
          maxLength={topicDescriptionMaxLength}
          defaultValue={series?.description}
          error={errors.description}
        />
        <SelectField
          label={t('tagging.language')}
          name="language"
          defaultValue={series?.language ?? pageLanguage}
          error={errors.language}
        >
          {siteLanguages.map((code) => (
            <option key={code} value={code}>
              {languages[code].name}
            </option>
          ))}
        </SelectField>
        <DialogButtons submit={t('tagging.save')} busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
