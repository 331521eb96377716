import { securityCalls } from '#src/accounts/users/security.contract.ts';
import { eventTexts } from '#src/accounts/users/security-events.rules.ts';
import { usersCalls } from '#src/accounts/users/users.contract.ts';
import { useDeskList } from '#src/client/desk-list.ts';
import { useListFilter } from '#src/client/list-filter.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';

export const handle = { texts: ['accounts', 'errors'] };

/** The audit log of the newsroom, or the security log of all accounts. */
export default function AuditPage() {
  const { filter } = useListFilter('view');
  return filter.view === 'security' ? <SecurityLog /> : <AuditLog />;
}

/** The switch between the logs. */
function ViewField() {
  const { t } = useTexts();
  const { filter, setFilter } = useListFilter('view');
  return (
    <SelectField
      label={t('accounts.auditView')}
      value={filter.view ?? ''}
      onChange={(event) => setFilter('view', event.target.value)}
    >
      <option value="">{t('accounts.auditActs')}</option>
      <option value="security">{t('accounts.auditSecurity')}</option>
    </SelectField>
  );
}

function useTime() {
  const { locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return (instant: string) => time.format(new Date(instant));
}

function AuditLog() {
  const { t } = useTexts();
  const { list, filter, change, search } = useDeskList(usersCalls.auditLog, ({ acts }) => acts);
  const time = useTime();
  return (
    <ListPage
      title={t('accounts.auditTitle')}
      columns={[t('accounts.when'), t('accounts.who'), t('accounts.what'), t('accounts.onWhat'), t('accounts.details')]}
      {...list}
      texts={{ loading: t('accounts.loading'), failed: t('accounts.somethingWrong'), empty: t('accounts.noActs') }}
      older={t('accounts.olderActs')}
      tools={
        <>
          <ViewField />
          <SearchBox label={t('accounts.searchActs')} {...search} />
          {(['from', 'to'] as const).map((name) => (
            <TextField
              key={name}
              label={t(name === 'from' ? 'accounts.fromDay' : 'accounts.toDay')}
              type="date"
              min="1600-01-01"
              defaultValue={filter[name] ?? ''}
              onChange={({ target: { value, validity } }) => {
                // While a year is typed, its first digits are an earlier year, which `min` makes invalid.
                if (validity.valid && value !== (filter[name] ?? '')) change(name, value);
              }}
            />
          ))}
        </>
      }
      row={({ at, actor, action, subject, details }) => [time(at), actor, action, subject, detailsText(details)]}
    />
  );
}

function SecurityLog() {
  const { t } = useTexts();
  const { list, search } = useDeskList(securityCalls.all, ({ events }) => events);
  const time = useTime();
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
      {...list}
      texts={{ loading: t('accounts.loading'), failed: t('accounts.eventsFailed'), empty: t('accounts.noEvents') }}
      older={t('accounts.olderActs')}
      tools={
        <>
          <ViewField />
          <SearchBox label={t('accounts.searchEvents')} {...search} />
        </>
      }
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
    />
  );
}

const detailsText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
