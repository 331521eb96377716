import { useState } from 'react';
import { useCall } from '#src/client/queries.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { historyCalls, type StoryEvent } from '../history.contract.ts';
import { useFieldTexts } from './use-field-texts.ts';

const actions: Record<string, TextKey> = {
  'story.created': 'editing.actionCreated',
  'story.changed': 'editing.actionChanged',
  'story.corrected': 'editing.actionCorrected',
  'story.ready': 'editing.actionReady',
  'story.approved': 'editing.actionApproved',
  'story.returned': 'editing.actionReturned',
  'story.assigned': 'editing.actionAssigned',
  'story.live': 'coverage.actionLive',
  'story.previewShared': 'editing.actionPreviewShared',
  'story.previewEnded': 'editing.actionPreviewEnded',
  'story.published': 'editing.actionPublished',
  'story.scheduled': 'editing.actionScheduled',
  'story.unpublished': 'editing.actionUnpublished',
  'story.trashed': 'editing.actionTrashed',
  'story.restored': 'editing.actionRestored',
  'story.purged': 'editing.actionPurged',
};

/** What was done to a story, newest first. */
export function StoryEvents({ id }: { id: string }) {
  const { t, locale } = useTexts();
  const { labelOf } = useFieldTexts();
  const [before, setBefore] = useState<number>();
  const list = useCall(historyCalls.events, { params: { id }, query: { before } });
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const details = ({ details }: StoryEvent) => {
    const { before, after, restored, fields, from, to } = details;
    return [
      Array.isArray(fields) && fields.map((name) => labelOf(String(name))).join(', '),
      typeof from === 'string' && typeof to === 'string' && `${from} → ${to}`,
      typeof before === 'number' && typeof after === 'number' && t('editing.fromTo', { before, after }),
      typeof restored === 'number' && t('editing.restoredVersion', { version: restored }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <Section title={t('editing.events')}>
      {list.isLoadingError && <LoadFailure sentence={t('editing.failed')} call={list} />}
      <ol className="mt-4 divide-y divide-rule border-rule border-y">
        {list.data?.events.map((event) => (
          <li key={event.id} className="py-2">
            <p>
              <span className="font-semibold">
                {actions[event.action] ? t(actions[event.action] as TextKey) : event.action}
              </span>
              {details(event) && <span className="text-soft"> · {details(event)}</span>}
            </p>
            <p className="text-sm text-soft">
              {event.actor}, {time.format(new Date(event.at))}
            </p>
          </li>
        ))}
      </ol>
      {list.data?.more && (
        <Button kind="quiet" className="mt-4" onClick={() => setBefore(list.data.events.at(-1)?.id)}>
          {t('editing.showOlder')}
        </Button>
      )}
    </Section>
  );
}
