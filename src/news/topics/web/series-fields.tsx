import type { InputHTMLAttributes } from 'react';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
import { seriesCalls } from '../topics.contract.ts';
import { maxSeriesPart } from '../topics.rules.ts';

interface SeriesFieldsProps {
  /** Slug of the chosen series. */
  series: string;
  error?: string | undefined;
  onChoose(slug: string): void;
  part: InputHTMLAttributes<HTMLInputElement> & { error?: string | undefined };
}

/** The series that a story is a part of, and which part it is. Nothing while the paper has no series. */
export function SeriesFields({ series, error, onChoose, part }: SeriesFieldsProps) {
  const { t } = useTexts();
  const all = useCall(seriesCalls.list).data ?? [];
  if (all.length === 0 && !series) return null;
  const isKnown = all.some(({ slug }) => slug === series);
  return (
    <>
      <SelectField
        label={t('tagging.series')}
        value={series}
        error={error}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">{t('tagging.noSeries')}</option>
        {series && !isKnown && <option value={series}>{series}</option>}
        <Options of={all.map(({ slug, title }) => [slug, title])} />
      </SelectField>
      {series && (
        <TextField
          label={t('tagging.part')}
          hint={t('tagging.partHint')}
          type="number"
          inputMode="numeric"
          min={1}
          max={maxSeriesPart}
          {...part}
        />
      )}
    </>
  );
}
