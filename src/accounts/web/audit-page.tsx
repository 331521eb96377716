import { useNewsroomOnly } from '#src/client/guard.ts';
import { useListFilter } from '#src/client/list-filter.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { peopleCalls } from '../people.contract.ts';

export const handle = { texts: ['accounts', 'errors'] };

/** Who did what. */
export default function AuditPage() {
  const { t, locale } = useTexts();
  const allowed = useNewsroomOnly();
  const { filter, setFilter, before, setBefore } = useListFilter('search');
  const query = { ...filter, before };
  const list = useCall(peopleCalls.acts, { query });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const acts = list.data?.acts;
  return (
    <ListPage
      title={t('accounts.auditTitle')}
      columns={[t('accounts.when'), t('accounts.who'), t('accounts.what'), t('accounts.onWhat'), t('accounts.details')]}
      rows={allowed ? acts : undefined}
      error={list.error}
      texts={{ loading: t('accounts.loading'), failed: t('accounts.somethingWrong'), empty: t('accounts.noActs') }}
      tools={
        <SearchBox
          label={t('accounts.searchActs')}
          value={query.search ?? ''}
          onSearch={(text) => setFilter('search', text)}
        />
      }
      row={({ at, actor, action, subject, details }) => [
        time.format(new Date(at)),
        actor,
        action,
        subject,
        Object.entries(details)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join(', '),
      ]}
      more={
        list.data?.more && (
          <Button kind="quiet" onClick={() => setBefore(acts?.at(-1)?.id)}>
            {t('accounts.olderActs')}
          </Button>
        )
      }
    />
  );
}
