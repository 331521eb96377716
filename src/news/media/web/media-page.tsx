import { refetch } from '#src/client/queries.ts';
import { type QueryChanges, useQueryChanges } from '#src/client/query-changes.ts';
import { useIsRefused, useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { mediaKinds } from '#src/news/schema/columns.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { mediaCalls } from '../media.contract.ts';
import { FileDialog } from './file-dialog.tsx';
import { KindField } from './kind-field.tsx';
import { MediaDialog } from './media-dialog.tsx';
import { MediaResults } from './media-results.tsx';
import { UploadArea } from './upload-area.tsx';
import { useMediaList } from './use-media-list.ts';

export const handle = { texts: ['media', 'newsroom'] };

const shows = ['alt', 'credit', 'unused'] as const;
const showTexts = { alt: 'media.lacksAlt', credit: 'media.lacksCredit', unused: 'media.unused' } as const;

/** The media library: all pictures, with search, upload and the details of each. */
export default function MediaPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const refused = useIsRefused('writers');
  const [search, change] = useQueryChanges();
  const q = search.get('q') ?? '';
  const kind = mediaKinds.find((name) => name === search.get('kind')) ?? 'picture';
  // Only pictures have an alternative text.
  const offered = shows.filter((name) => name !== 'alt' || kind === 'picture');
  const show = offered.find((name) => name === search.get('show'));
  const item = Number(search.get('item')) || undefined;
  const go = (changes: QueryChanges) => change(changes, { replace: false });
  const list = useMediaList(
    {
      kind,
      q: q || undefined,
      lacks: show === 'unused' ? undefined : show,
      unused: show === 'unused' ? 'true' : undefined,
    },
    allowed,
  );
  const ItemDialog = kind === 'picture' ? MediaDialog : FileDialog;
  if (refused) return <ErrorPage status={403} />;
  return (
    <div className="page py-8">
      <PageTitle>{t('media.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{t('media.title')}</h1>
      {allowed && <UploadArea kind={kind} />}
      <div className="mt-6 mb-6 grid items-end gap-4 sm:grid-cols-2">
        <KindField kinds={mediaKinds} value={kind} onChange={(kind) => go({ kind: kind === 'picture' ? '' : kind })} />
        <SearchBox label={t('media.search')} value={q} onSearch={(text) => change({ q: text })} />
        <SelectField
          label={t('media.filter')}
          value={show ?? ''}
          onChange={(event) => go({ show: event.target.value })}
        >
          <option value="">{t('media.anyPicture')}</option>
          <Options of={offered.map((name) => [name, t(showTexts[name])])} />
        </SelectField>
      </div>
      <MediaResults list={list} filtered={q !== '' || show !== undefined} onPress={({ id }) => go({ item: `${id}` })} />
      {allowed && item !== undefined && (
        <ItemDialog
          key={item}
          id={item}
          onClose={() => {
            go({ item: '' });
            void refetch(mediaCalls.list);
          }}
        />
      )}
    </div>
  );
}
