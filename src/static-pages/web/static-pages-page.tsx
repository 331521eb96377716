import { useDeskList } from '#src/client/desk-list.ts';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { ListPage } from '#src/ui/list-page.tsx';
import { staticPagesCalls } from '../static-pages.contract.ts';

export const handle = { texts: ['pages', 'errors'] };

/** The list of static pages for administrators. */
export default function StaticPagesPage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { list } = useDeskList(staticPagesCalls.list, (pages) => pages.map((page, id) => ({ ...page, id })));
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <ListPage
      title={t('pages.titlePages')}
      columns={[t('pages.page'), t('pages.version'), t('pages.changedBy'), t('pages.changedOn'), t('pages.edit')]}
      {...list}
      texts={{ loading: t('pages.loading'), failed: t('pages.failed'), empty: t('pages.empty') }}
      row={({ slug, title, version, author, at }) => [
        <a key="page" className="link font-semibold font-serif" href={to(`/${slug}`)}>
          {title}
        </a>,
        version,
        author ?? t('pages.original'),
        at && time.format(new Date(at)),
        <a key="edit" className="link" href={to('/admin/pages/:slug', { slug })}>
          {t('pages.edit')}
          <span className="sr-only">{title}</span>
        </a>,
      ]}
    />
  );
}
