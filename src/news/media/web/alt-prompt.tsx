import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';
import { altMaxLength, type MediaItem, mediaCalls } from '../media.contract.ts';
import { lacksAlt } from '../media.rules.ts';

/** The field for what a new picture shows. Saved when it is left. */
export function AltPrompt({ item, onChanged }: { item: MediaItem; onChanged(item: MediaItem): void }) {
  const { t } = useTexts();
  const [alt, setAlt] = useState(item.alt);
  const save = async () => {
    if (alt.trim() === item.alt) return;
    try {
      onChanged(await callApi(mediaCalls.changePicture, { params: { id: item.id }, body: { alt } }));
      void refetch(mediaCalls.list);
    } catch (error) {
      toastFailure(error, 'media.changeFailed');
    }
  };
  return (
    <TextField
      label={t('media.alt')}
      hint={t(lacksAlt(item) ? 'media.altHint' : 'media.saved')}
      value={alt}
      maxLength={altMaxLength}
      onChange={(event) => setAlt(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault(); // it may be in the form of a story
        void save();
      }}
    />
  );
}
