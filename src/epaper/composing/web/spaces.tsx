import { useId, useState } from 'react';
import type { PaperSize } from '#src/epaper/layout/compose.rules.ts';
import {
  maxPages,
  maxSpaces,
  overfullPages,
  type Space,
  spaceKinds,
  spaceLabelMaxLength,
  spaceSizes,
  spaceTextMaxLength,
} from '#src/epaper/layout/page-plan.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { MediaPicker } from '#src/news/media/web/media-picker.tsx';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';

interface SpacesProps {
  spaces: Space[];
  paper: PaperSize;
  /** The page that the preview shows. */
  page: number;
  /** Pages that the newspaper does not have. */
  missing: number[];
  onChange(spaces: Space[]): void;
}

/** The spaces that are reserved for advertisements and notices. */
export function Spaces({ spaces, paper, page, missing, onChange }: SpacesProps) {
  const { t } = useTexts();
  const full = overfullPages(spaces, paper);
  const problemOf = ({ page }: Space) =>
    full.includes(page)
      ? t('compose.pageReserved', { page })
      : missing.includes(page)
        ? t('compose.missSpace', { page })
        : undefined;
  const added: Space = { page, size: 'quarter', kind: 'advertisement', label: '', text: '', picture: null };
  return (
    <section aria-labelledby="compose-spaces" className="mt-8">
      <h2 id="compose-spaces" className="mb-2 font-bold text-xl">
        {t('compose.spaces', { count: spaces.length })}
      </h2>
      <p className="mb-3 text-sm text-soft">{t('compose.spacesLead')}</p>
      {spaces.map((space, index) => (
        <SpaceFields
          // biome-ignore lint/suspicious/noArrayIndexKey: spaces have no identity and are not reordered
          key={index}
          space={space}
          problem={problemOf(space)}
          onChange={(changes) => onChange(spaces.with(index, { ...space, ...changes }))}
          onRemove={() => onChange(spaces.toSpliced(index, 1))}
        />
      ))}
      <Button
        kind="quiet"
        className="mt-4"
        disabled={spaces.length >= maxSpaces}
        onClick={() => onChange([...spaces, added])}
      >
        <Icon name="plus" />
        {t('compose.reserveSpace')}
      </Button>
    </section>
  );
}

interface SpaceFieldsProps {
  space: Space;
  problem: string | undefined;
  onChange(changes: Partial<Space>): void;
  onRemove(): void;
}

function SpaceFields({ space, problem, onChange, onRemove }: SpaceFieldsProps) {
  const { t } = useTexts();
  const heading = useId();
  const { page, size, kind, label, text, picture } = space;
  const [choosing, setChoosing] = useState(false);
  const line = t('compose.spaceLine', {
    page,
    kind: t(`compose.space_${kind}`),
    size: t(`compose.size_${size}`),
  });
  return (
    <fieldset aria-labelledby={heading} className="mt-3 grid gap-4 border border-rule p-4">
      <div className="flex items-center justify-between gap-3">
        <p id={heading} className="font-semibold">
          {line}
        </p>
        <button
          type="button"
          className="choice-tool"
          aria-label={t('compose.removeSpace', { name: line })}
          title={t('compose.removeSpace', { name: line })}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={t('compose.spacePage')}
          type="number"
          min={1}
          max={maxPages}
          value={page}
          error={problem}
          onChange={({ target }) =>
            onChange({ page: Math.min(maxPages, Math.max(1, Math.floor(Number(target.value)))) })
          }
        />
        <SelectField
          label={t('compose.spaceSize')}
          value={size}
          onChange={({ target }) => onChange({ size: target.value as Space['size'] })} // its options are the sizes
        >
          <Options of={spaceSizes.map((one) => [one, t(`compose.size_${one}`)])} />
        </SelectField>
        <SelectField
          label={t('compose.spaceKind')}
          value={kind}
          onChange={({ target }) => onChange({ kind: target.value as Space['kind'] })} // its options are the kinds
        >
          <Options of={spaceKinds.map((one) => [one, t(`compose.space_${one}`)])} />
        </SelectField>
      </div>
      <TextField
        label={t('compose.spaceLabel')}
        hint={t('compose.spaceLabelHint')}
        value={label}
        maxLength={spaceLabelMaxLength}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextArea
        label={t('compose.spaceText')}
        rows={2}
        value={text}
        maxLength={spaceTextMaxLength}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="quiet" onClick={() => setChoosing(true)}>
          {t('compose.spacePicture')}
        </Button>
        {picture !== null && (
          <>
            <span>{t('compose.pictureNumber', { number: picture })}</span>
            <button type="button" className="link min-h-11" onClick={() => onChange({ picture: null })}>
              {t('compose.noPicture')}
            </button>
          </>
        )}
      </div>
      {choosing && (
        <MediaPicker
          kinds={['picture']}
          onChoose={([item]) => onChange({ picture: item?.id ?? null })}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}
