import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { failureReason } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { correctionKinds } from '#src/markdown/directives.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { correctionMaxLength, correctionsIn } from '#src/news/stories/corrections.rules.ts';
import { type NewsItem, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { Options, SelectField, TextArea } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { correctionsCalls } from '../corrections.contract.ts';

interface CorrectionDialogProps {
  id: number;
  onClose(): void;
  /** Called with the corrected story. */
  onAdded(story: NewsItem): void;
}

/** Asks for a correction of a story and publishes it. It shows those that the story has, so that none is written twice. */
export function CorrectionDialog({ id, onClose, onAdded }: CorrectionDialogProps) {
  const { t, locale } = useTexts();
  const story = useCall(storiesCalls.get, { params: { id } });
  const submission = useSubmission();
  const { busy, errors, failure, field } = submission;
  const [isCorrected, setCorrected] = useState(false);
  const date = indianDateFormat(locale, { dateStyle: 'long' });
  const corrections = correctionsIn(story.data?.news_description ?? '');
  const reason = failure && failureReason(failure);
  const { text, ...others } = errors;
  return (
    <FormDialog
      title={t('corrections.add')}
      lead={
        <>
          {story.data ? (
            <p className="mt-2 font-serif text-lg">{story.data.news_title}</p>
          ) : story.isLoadingError ? (
            <LoadFailure sentence={t('corrections.loadFailed')} call={story} />
          ) : (
            <p className="mt-2 text-soft">{t('corrections.loading')}</p>
          )}
          {corrections.length > 0 && (
            <ul className="mt-2 grid gap-2 border-rule border-s-2 ps-3 text-sm">
              {corrections.map((it, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a correction is known by its place in the text
                <li key={index} className="[overflow-wrap:anywhere]">
                  <span className="font-semibold">
                    {t(`corrections.${it.kind}`)}, {date.format(noonInIndia(it.date))}:
                  </span>{' '}
                  <bdi>{it.text}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      }
      submission={submission}
      saved={useSavedFields(`correction:${id}`)}
      send={async ({ kind, text = '' }) => {
        const body = { kind: kind as (typeof correctionKinds)[number], text, version: story.data?.version }; // an option
        onAdded(await callApi(correctionsCalls.add, { params: { id }, body }));
        return 'corrections.added';
      }}
      failed={({ status }) => {
        setCorrected(status === 409);
        if (status === 409) void refetch(storiesCalls.get);
      }}
      submit={t(busy ? 'corrections.publishing' : 'corrections.publish')}
      disabled={!story.data}
      cancel={t('corrections.cancel')}
      onClose={onClose}
    >
      <SelectField label={t('corrections.kind')} name="kind" hint={t('corrections.kindHint')} error={errors.kind}>
        <Options of={correctionKinds.map((kind) => [kind, t(`corrections.${kind}`)])} />
      </SelectField>
      <TextArea
        label={t('corrections.text')}
        rows={5}
        maxLength={correctionMaxLength}
        hint={t('corrections.textHint')}
        {...field('text')}
      />
      {failure && !text && (
        <p role="alert" className="font-medium text-bad">
          {isCorrected
            ? t('corrections.changed')
            : [t('corrections.addFailed'), reason && t(reason), ...Object.values(others), !reason && failure.message]
                .filter(Boolean)
                .join(' ')}
        </p>
      )}
    </FormDialog>
  );
}
