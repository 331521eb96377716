import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type PlaceKind, placeKinds } from '#src/news/schema/columns.rules.ts';
import { hourMs, indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { DialogForm } from '#src/ui/form-dialog.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type FrontPlace, frontPlacesCalls } from '../front-places.contract.ts';
import { placeHours } from '../front-places.rules.ts';

interface PlaceDialogProps {
  story: { id: number; title: string };
  /** False for an editor of sections, who may only pin stories in these. */
  wholePaper: boolean;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Makes a story the lead of the paper, pins it in its section, or shows it as breaking news. */
export function PlaceDialog({ story, onClose, ...props }: PlaceDialogProps) {
  const { t } = useTexts();
  const call = useCall(frontPlacesCalls.get, { params: { id: story.id } });
  return (
    <Dialog title={t('newsroom.placeTitle')} onClose={onClose}>
      <p className="mt-2 font-serif text-lg">{story.title}</p>
      {call.isLoadingError && <LoadFailure sentence={t('newsroom.placesFailed')} call={call} />}
      {call.isLoading && <p className="mt-4 min-h-80 text-soft">{t('newsroom.loading')}</p>}
      {call.data && (
        // A refetch with other places starts again, so that saving does not undo what a colleague has just set.
        <PlaceForm
          key={JSON.stringify(call.data)}
          story={story}
          places={call.data.places}
          onClose={onClose}
          {...props}
        />
      )}
    </Dialog>
  );
}

const none = 'none';
const unchanged = 'unchanged';

function PlaceForm({
  story: { id },
  places,
  wholePaper,
  onClose,
  onDone,
}: PlaceDialogProps & { places: FrontPlace[] }) {
  const { t, locale } = useTexts();
  const placeOf = (kind: PlaceKind) => places.find((place) => place.kind === kind);
  const [chosen, setChosen] = useState<Partial<Record<PlaceKind, string>>>({});
  const submission = useSubmission();
  const choiceOf = (kind: PlaceKind) => chosen[kind] ?? (placeOf(kind) ? unchanged : none);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  const save = async () => {
    const now = Date.now();
    const wanted = placeKinds.flatMap((kind): FrontPlace[] => {
      const value = choiceOf(kind);
      if (value === none) return [];
      const current = placeOf(kind);
      if (value === unchanged) return current ? [current] : [];
      const hours = Number(value);
      return [{ kind, until: hours === 0 ? null : new Date(now + hours * hourMs).toISOString() }];
    });
    await callApi(frontPlacesCalls.set, { params: { id }, body: { places: wanted } });
    await Promise.all([refetch(frontPlacesCalls.get), onDone()]);
    return 'newsroom.placeSaved' as const;
  };

  const labels = {
    lead: 'newsroom.placeLead',
    pinned: 'newsroom.placePinned',
    breaking: 'newsroom.placeBreaking',
  } as const;
  return (
    <DialogForm
      submission={submission}
      send={save}
      failed="newsroom.placeNotSaved"
      submit={t('newsroom.placeSave')}
      cancel={t('newsroom.cancel')}
      onClose={onClose}
    >
      {placeKinds.map((kind) => (
        <SelectField
          key={kind}
          label={t(labels[kind])}
          value={choiceOf(kind)}
          disabled={submission.busy || (kind !== 'pinned' && !wholePaper)}
          hint={kind !== 'pinned' && !wholePaper ? t('newsroom.wholePaperNeeded') : undefined}
          onChange={(event) => setChosen({ ...chosen, [kind]: event.target.value })}
        >
          <option value={none}>{t('newsroom.placeNone')}</option>
          {placeOf(kind) && <option value={unchanged}>{describe(placeOf(kind)?.until)}</option>}
          {placeHours[kind].map((hours) => (
            <option key={hours} value={hours}>
              {hours === 0 ? t('newsroom.placeOpenEnd') : t('newsroom.placeHours', { hours })}
            </option>
          ))}
        </SelectField>
      ))}
    </DialogForm>
  );

  function describe(until: string | null | undefined) {
    return until ? t('newsroom.placeUntil', { time: time.format(new Date(until)) }) : t('newsroom.placeOpenEnd');
  }
}
