import { type SubmitEvent, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { failureText } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Licence } from '#src/news/schema/columns.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { type MediaDetails, type MediaItem, mediaCalls } from '../media.contract.ts';
import { FocusField } from './focus-field.tsx';
import { LicenceField } from './licence-field.tsx';

type Details = Omit<MediaDetails, 'title'>;

const detailsOf = ({ alt, caption, credit, licence, licence_name, source, focus_x, focus_y }: MediaItem): Details => ({
  alt,
  caption,
  credit,
  licence,
  licence_name,
  source,
  focus_x,
  focus_y,
});

/** What differs: a colleague may have changed the rest in the meantime. */
const changesOf = (typed: Details, loaded: Details): Partial<Details> =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== loaded[name as keyof Details]));

/** The form for what is stated about a picture, with its focal point. What is typed stays until it is saved. */
export function DetailsForm({ item, onSaved }: { item: MediaItem; onSaved(item: MediaItem): void }) {
  const { t } = useTexts();
  const [loaded, setLoaded] = useState(() => detailsOf(item));
  const [typed, setTyped] = useState(loaded);
  const [unshowable, setUnshowable] = useState(false);
  const { busy, errors, failure, submit, clear } = useSubmission();
  const { form, discard } = useSavedFields(`media-${item.id}`);
  const set = (change: Partial<Details>) => setTyped((now) => ({ ...now, ...change }));
  const field = (name: 'alt' | 'caption' | 'credit' | 'licence_name' | 'source') => ({
    name,
    value: typed[name],
    error: errors[name],
    readOnly: !item.editable,
    onChange: (event: { target: { value: string } }) => {
      set({ [name]: event.target.value });
      clear(name);
    },
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(async () => {
      const saved = await callApi(mediaCalls.changePicture, {
        params: { id: item.id },
        body: changesOf(typed, loaded),
      });
      discard();
      setLoaded(detailsOf(saved));
      setTyped(detailsOf(saved));
      toast({ kind: 'success', text: 'media.saved' });
      onSaved(saved);
      await refetch(mediaCalls.list);
    });
  };
  return (
    <form ref={form} noValidate onSubmit={save} className="media-details mt-4">
      <div className="grid content-start gap-4">
        <TextArea label={t('media.alt')} hint={t('media.altHint')} rows={2} maxLength={500} {...field('alt')} />
        {!typed.alt.trim() && (
          <p role="status" className="font-semibold text-bad text-sm">
            {t('media.altMissing')}
          </p>
        )}
        <TextArea label={t('media.caption')} rows={2} maxLength={500} {...field('caption')} />
        <TextField label={t('media.credit')} hint={t('media.creditHint')} maxLength={200} {...field('credit')} />
        <LicenceField
          value={typed.licence}
          disabled={!item.editable}
          onChange={(event) => set({ licence: event.target.value as Licence })} // one of the options
        />
        <TextField
          label={t('media.licenceName')}
          hint={t('media.licenceNameHint')}
          maxLength={200}
          {...field('licence_name')}
        />
        <TextField label={t('media.source')} hint={t('media.sourceHint')} maxLength={500} {...field('source')} />
        {failure && (
          <p role="alert" className="font-medium text-bad text-sm">
            {failureText(failure, 'media.changeFailed', t)}
          </p>
        )}
        {item.editable ? (
          <div>
            <Button type="submit" disabled={busy}>
              {t(busy ? 'media.saving' : 'media.save')}
            </Button>
          </div>
        ) : (
          <p className="text-sm text-soft">{t('media.notYours')}</p>
        )}
      </div>
      <div className="min-w-0">
        {!unshowable && (
          <FocusField
            url={apiHost + item.url}
            point={{ x: typed.focus_x, y: typed.focus_y }}
            onChange={({ x, y }) => item.editable && set({ focus_x: x, focus_y: y })}
            onUnshowable={() => setUnshowable(true)}
            ratios={t('media.crops')}
          />
        )}
      </div>
    </form>
  );
}
