import { useState } from 'react';
import { useDeskList } from '#src/client/desk-list.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { type Grievance, grievancesCalls } from '../grievances.contract.ts';
import { grievanceStates, grievanceStateText, grievanceTopicText } from '../grievances.rules.ts';
import { DecisionDialog } from './decision-dialog.tsx';

export const handle = { texts: ['grievances', 'errors'] };

/** The officer's table of grievances with due dates and decisions. */
export default function GrievancesPage() {
  const { t, locale } = useTexts();
  const { list, search, choice } = useDeskList(grievancesCalls.list, ({ grievances }) => grievances);
  const [open, setOpen] = useState<Grievance | null>(null);
  const date = indianDateFormat(locale, { dateStyle: 'medium' });
  const day = (instant: string) => date.format(new Date(instant));

  return (
    <>
      <ListPage
        title={t('grievances.title')}
        columns={[
          t('grievances.number'),
          t('grievances.received'),
          t('grievances.name'),
          t('grievances.topic'),
          t('grievances.text'),
          t('grievances.state'),
        ]}
        {...list}
        texts={{ loading: t('grievances.loading'), failed: t('grievances.failed'), empty: t('grievances.empty') }}
        older={t('grievances.older')}
        tools={
          <>
            <SearchBox label={t('grievances.search')} {...search} />
            <SelectField label={t('grievances.state')} {...choice('state')}>
              <option value="">{t('grievances.allStates')}</option>
              <Options of={grievanceStates.map((state) => [state, t(grievanceStateText[state])])} />
            </SelectField>
          </>
        }
        row={(grievance) => [
          <span key="number" className="whitespace-nowrap font-semibold">
            {grievance.number}
          </span>,
          <time key="received" dateTime={grievance.received_at} className="whitespace-nowrap">
            {day(grievance.received_at)}
          </time>,
          <span key="name">
            <span className="block">{grievance.name || t('grievances.emptied')}</span>
            {grievance.email && (
              <a className="link text-sm" href={`mailto:${grievance.email}`}>
                {grievance.email}
              </a>
            )}
          </span>,
          t(grievanceTopicText[grievance.topic]),
          <span key="text" className="line-clamp-2 max-w-prose">
            {grievance.text || t('grievances.emptied')}
          </span>,
          <StateCell key="state" grievance={grievance} day={day} onOpen={() => setOpen(grievance)} />,
        ]}
      />
      {open && <DecisionDialog grievance={open} onClose={() => setOpen(null)} />}
    </>
  );
}

interface StateCellProps {
  grievance: Grievance;
  day(instant: string): string;
  onOpen(): void;
}

function StateCell({ grievance, day, onOpen }: StateCellProps) {
  const { t } = useTexts();
  const { number, state, due_at, decided_at, decided_by } = grievance;
  const label = t(grievanceStateText[state]);
  if (state !== 'pending') {
    const decision = t('grievances.whoDecided', {
      state: label,
      name: decided_by ?? '',
      date: day(decided_at ?? due_at),
    });
    return (
      <button
        type="button"
        className="link min-h-11 text-start"
        aria-label={`${t('grievances.view', { number })}: ${decision}`}
        onClick={onOpen}
      >
        {decision}
      </button>
    );
  }
  const overdue = Date.parse(due_at) < Date.now();
  return (
    <span className="flex flex-wrap items-center gap-3">
      <span className={overdue ? 'font-semibold text-bad' : ''}>
        {t(overdue ? 'grievances.overdue' : 'grievances.due', { date: day(due_at) })}
      </span>
      <Button kind="quiet" onClick={onOpen} aria-label={`${t('grievances.decide')}: ${number}`}>
        {t('grievances.decide')}
      </Button>
    </span>
  );
}
