import { securityCalls } from '#src/accounts/users/security.contract.ts';
import { eventTexts } from '#src/accounts/users/security-events.rules.ts';
import { usersCalls } from '#src/accounts/users/users.contract.ts';
import { useListFilter } from '#src/client/list-filter.ts';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';

export const handle = { texts: ['accounts', 'errors'] };

/** The audit log of the newsroom, or the security log of all accounts. */
export default function AuditPage() {
  const { filter } = useListFilter('view');
  return filter.view === 'security' ? <SecurityLog /> : <AuditLog />;
}

/** Filters of both logs, with the switch between them. */
function useLog(label: string) {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const { filter, setFilter, before, setBefore } = useListFilter('view', 'search', 'from', 'to');
  const tools = (
    <>
      <SelectField
        label={t('accounts.auditView')}
        value={filter.view ?? ''}
        onChange={(event) => setFilter('view', event.target.value)}
      >
        <option value="">{t('accounts.auditActs')}</option>
        <option value="security">{t('accounts.auditSecurity')}</option>
      </SelectField>
      <SearchBox label={label} value={filter.search ?? ''} onSearch={(text) => setFilter('search', text)} />
      {filter.view !== 'security' &&
        (['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            label={t(name === 'from' ? 'accounts.fromDay' : 'accounts.toDay')}
            type="date"
            min="1600-01-01"
            defaultValue={filter[name] ?? ''}
            onChange={({ target: { value, validity } }) => {
              // While a year is typed, its first digits are a year of their own.
              if (validity.valid && value !== (filter[name] ?? '')) setFilter(name, value);
            }}
          />
        ))}
    </>
  );
  const older = (last: number | undefined) => (
    <Button kind="quiet" onClick={() => setBefore(last)}>
      {t('accounts.olderActs')}
    </Button>
  );
  return {
    allowed,
    query: { search: filter.search, before },
    days: { from: filter.from, to: filter.to },
    tools,
    older,
  };
}

function useTime() {
  const { locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return (instant: string) => time.format(new Date(instant));
}

function AuditLog() {
  const { t } = useTexts();
  const { allowed, query, days, tools, older } = useLog(t('accounts.searchActs'));
  const list = useCall(usersCalls.auditLog, { query: { ...query, ...days } });
  const time = useTime();
  const acts = list.data?.acts;
  return (
    <ListPage
      title={t('accounts.auditTitle')}
      columns={[t('accounts.when'), t('accounts.who'), t('accounts.what'), t('accounts.onWhat'), t('accounts.details')]}
      rows={allowed ? acts : undefined}
      error={list.error}
      texts={{ loading: t('accounts.loading'), failed: t('accounts.somethingWrong'), empty: t('accounts.noActs') }}
      tools={tools}
      row={({ at, actor, action, subject, details }) => [time(at), actor, action, subject, detailsText(details)]}
      more={list.data?.more && older(acts?.at(-1)?.id)}
    />
  );
}

function SecurityLog() {
  const { t } = useTexts();
  const { allowed, query, tools, older } = useLog(t('accounts.searchEvents'));
  const list = useCall(securityCalls.all, { query });
  const time = useTime();
  const events = list.data?.events;
  return (
    <ListPage
      title={t('accounts.auditTitle')}
      columns={[
        t('accounts.when'),
        t('accounts.who'),
        t('accounts.what'),
        t('accounts.howOften'),
        t('accounts.address'),
        t('accounts.device'),
        t('accounts.details'),
      ]}
      rows={allowed ? events : undefined}
      error={list.error}
      texts={{ loading: t('accounts.loading'), failed: t('accounts.eventsFailed'), empty: t('accounts.noEvents') }}
      tools={tools}
      row={({ at, person, kind, count, address, device, details }) => [
        time(at),
        person ? `${person.name} (${person.email})` : t('accounts.nobodysAccount'),
        t(eventTexts[kind]),
        count,
        <bdi key="address" dir="ltr">
          {address || t('accounts.eventManyAddresses')}
        </bdi>,
        <bdi key="device">{device || t('accounts.unknownDevice')}</bdi>,
        detailsText(details),
      ]}
      more={list.data?.more && older(events?.at(-1)?.id)}
    />
  );
}

const detailsText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
