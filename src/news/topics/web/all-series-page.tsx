import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { AllSectionsNeeded } from '#src/news/entries/web/all-sections-needed.tsx';
import { EntryTools } from '#src/news/entries/web/entry-tools.tsx';
import { MoveStoriesDialog } from '#src/news/entries/web/move-stories-dialog.tsx';
import { useEntryForm } from '#src/news/entries/web/use-entry-form.tsx';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
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
  const limited = useSections() !== null;
  const [opened, setOpened] = useState<{ act: 'edit' | 'delete'; of: CountedSeries | null }>();
  // As it is stored now: another user may have changed it.
  const current = list.data?.find(({ id }) => id === opened?.of?.id) ?? null;
  const dialog = { onClose: () => setOpened(undefined), onDone: () => refetch(seriesCalls.list) };
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
            <EntryTools
              key="actions"
              name={entry.title}
              acts={{ edit: t('tagging.edit'), delete: t('tagging.delete') }}
              onOpen={(act) => setOpened({ act, of: entry })}
            />
          ),
        ]}
      />
      {opened?.act === 'edit' && <SeriesDialog series={current} {...dialog} />}
      {opened?.act === 'delete' && current && (
        <MoveStoriesDialog
          title={t('tagging.deleteName', { name: current.title })}
          stories={`${t('tagging.parts')}: ${current.stories}`}
          submit={t('tagging.delete')}
          failed="tagging.failed"
          version={current.version}
          send={(_, version) => callApi(seriesCalls.remove, { params: { id: current.id }, query: { version } })}
          {...dialog}
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
  const { form, version, field } = useEntryForm({ texts: 'tagging', version: series?.version, onDone });
  return (
    <FormDialog
      title={series ? t('tagging.editName', { name: series.title }) : t('tagging.addSeries')}
      {...form}
      send={async ({ title = '', language = pageLanguage, description = '' }) => {
        const body = { title, language, description };
        if (series) await callApi(seriesCalls.update, { params: { id: series.id }, body: { ...body, version } });
        else await callApi(seriesCalls.create, { body });
        return 'tagging.saved';
      }}
      onClose={onClose}
    >
      <TextField
        label={t('tagging.title')}
        required
        maxLength={seriesTitleMaxLength}
        defaultValue={series?.title}
        {...field('title')}
      />
      <TextField
        label={t('tagging.description')}
        maxLength={topicDescriptionMaxLength}
        defaultValue={series?.description}
        {...field('description')}
      />
      <SelectField label={t('tagging.language')} defaultValue={series?.language ?? pageLanguage} {...field('language')}>
        <Options of={siteLanguages.map((code) => [code, languages[code].name])} />
      </SelectField>
    </FormDialog>
  );
}
