import { useState } from 'react';
import { callApi, callUrl } from '#src/client/api.ts';
import { useDeskList } from '#src/client/desk-list.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { refetch } from '#src/client/queries.ts';
import { saveFile } from '#src/client/save-file.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { type Enquiry, enquiriesCalls } from '../enquiries.contract.ts';
import { type EnquiryState, enquiryStates, enquiryStateText, programmes, programmeText } from '../enquiries.rules.ts';
import { EnquiryNote } from './enquiry-note.tsx';

export const handle = { texts: ['enquiries', 'errors'] };

/** The desk's table of enquiries: search, state, notes, export as CSV. */
export default function EnquiriesPage() {
  const { t, locale } = useTexts();
  const { list, filter, search, choice } = useDeskList(enquiriesCalls.list, ({ enquiries }) => enquiries);
  const [noting, setNoting] = useState<Enquiry | null>(null);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const states = <Options of={enquiryStates.map((state) => [state, t(enquiryStateText[state])])} />;

  const change = async (id: number, state: EnquiryState) => {
    await toastOutcome(async () => {
      await callApi(enquiriesCalls.change, { params: { id }, body: { state } });
      return 'enquiries.changed';
    }, 'enquiries.somethingWrong');
    await refetch(enquiriesCalls.list);
  };

  return (
    <>
      <ListPage
        title={t('enquiries.titleAdmin')}
        columns={[
          t('enquiries.received'),
          t('enquiries.name'),
          t('enquiries.email'),
          t('enquiries.mobile'),
          t('enquiries.programme'),
          t('enquiries.state'),
          t('enquiries.note'),
        ]}
        {...list}
        texts={{ loading: t('enquiries.loading'), failed: t('enquiries.failed'), empty: t('enquiries.empty') }}
        older={t('enquiries.older')}
        tools={
          <>
            <SearchBox label={t('enquiries.search')} {...search} />
            <SelectField label={t('enquiries.programme')} {...choice('programme')}>
              <option value="">{t('enquiries.all')}</option>
              <Options of={programmes.map((programme) => [programme, t(programmeText[programme])])} />
            </SelectField>
            <SelectField label={t('enquiries.state')} {...choice('state')}>
              <option value="">{t('enquiries.all')}</option>
              {states}
            </SelectField>
            <Button
              kind="quiet"
              onClick={() =>
                void saveFile(callUrl(enquiriesCalls.csv, { query: filter }), 'enquiries.csv', 'text/csv').catch(
                  (error) => toastFailure(error, 'enquiries.somethingWrong'),
                )
              }
            >
              {t('enquiries.export')}
            </Button>
          </>
        }
        row={(enquiry) => [
          <time key="received" dateTime={enquiry.created_at} className="whitespace-nowrap">
            {time.format(new Date(enquiry.created_at))}
          </time>,
          <span key="name" className="font-semibold">
            {enquiry.name}
          </span>,
          <a key="email" className="link" href={`mailto:${enquiry.email}`}>
            {enquiry.email}
          </a>,
          <a key="mobile" className="link whitespace-nowrap" href={`tel:${enquiry.mobile}`}>
            {enquiry.mobile}
          </a>,
          t(programmeText[enquiry.programme]),
          <select
            key="state"
            className="min-h-11 border border-soft bg-paper px-2"
            aria-label={t('enquiries.stateOf', { name: enquiry.name })}
            value={enquiry.state}
            onChange={(event) => void change(enquiry.id, event.target.value as EnquiryState)} // an option's value
          >
            {states}
          </select>,
          <button
            key="note"
            type="button"
            className="link min-h-11 max-w-60 truncate text-start"
            aria-label={`${t('enquiries.editNote', { name: enquiry.name })}: ${enquiry.note || t('enquiries.addNote')}`}
            onClick={() => setNoting(enquiry)}
          >
            {enquiry.note || t('enquiries.addNote')}
          </button>,
        ]}
      />
      {noting && <EnquiryNote enquiry={noting} onClose={() => setNoting(null)} />}
    </>
  );
}
