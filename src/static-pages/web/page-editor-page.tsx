import { useState } from 'react';
import { useParams } from 'react-router';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { fillPlaceholders } from '../page-fields.rules.ts';
import { type EditedPage, staticPagesCalls } from '../static-pages.contract.ts';
import { PageEditor } from './editor/page-editor.tsx';

export const handle = { texts: ['pages', 'prospectus', 'newsroom', 'editing', 'errors'] };

/** The page with the editor of a static page. */
export default function PageEditorPage() {
  const { t } = useTexts();
  const { slug = '' } = useParams();
  const allowed = useRequireEditor();
  const page = useCall(staticPagesCalls.get, { params: { slug } });
  // The initial state of the form: refetching the page must not overwrite what was typed.
  const [opened, setOpened] = useState<EditedPage | null>(null);
  if (page.data && opened?.slug !== slug) setOpened(page.data);
  if (page.isLoadingError && page.error.status === 403) return <ErrorPage status={403} sentence={t('pages.failed')} />;
  const title = t('pages.editTitle', { title: opened ? titleOf(opened) : '' });
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{title}</h1>
      {page.isLoadingError ? (
        <LoadFailure sentence={t('pages.failed')} call={page} />
      ) : allowed && opened ? (
        <PageEditor key={slug} page={opened} />
      ) : (
        <p className="py-16 text-soft">{t('pages.loading')}</p>
      )}
    </div>
  );
}

const titleOf = ({ content, facts }: EditedPage) => fillPlaceholders((content as { title: string }).title, facts); // every page has one
