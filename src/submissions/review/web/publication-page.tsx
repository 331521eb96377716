import { pagePath } from '#src/client/paths.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { AuthorPart } from '#src/submissions/author/web/author-part.tsx';
import { VisitorPart } from '#src/submissions/author/web/visitor-part.tsx';
import {
  bonafideKeepDays,
  consentWaitDays,
  documentMaxMegabytes,
} from '#src/submissions/submission/submissions.settings.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { revalidateOnNavigation } from '#src/ui/revalidating.ts';
import type { Route } from './+types/publication-page';
import { Banner } from './banner.tsx';
import { ReceivedSubmissions } from './received-submissions.tsx';

export const handle = { texts: ['submissions', 'review', 'research', 'errors'] };

export const loader = pageLoader(async ({ settings }) => ({
  megabytes: settings.get(documentMaxMegabytes),
  keepDays: settings.get(bonafideKeepDays),
  consentDays: settings.get(consentWaitDays),
}));

export const shouldRevalidate = revalidateOnNavigation;

/** The publication wing: an introduction for visitors, form and submissions for authors, or the newsroom's table. */
export default function PublicationPage({ loaderData: { megabytes, keepDays, consentDays } }: Route.ComponentProps) {
  const { t } = useTexts();
  const { ready, user, role } = useSession();
  const signedIn = ready && !isExpired(user.token);
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{t('submissions.title')}</PageTitle>
      <PageHead
        title={t('submissions.title')}
        description={t('submissions.description')}
        at={(language) => pagePath(language, '/publication')}
      />
      {signedIn && isAllowed(role, 'reviewers') ? (
        <ReceivedSubmissions megabytes={megabytes} />
      ) : (
        <>
          <Banner />
          <h1 className="mt-6 border-ink border-t-4 pt-4 font-extrabold text-4xl md:text-5xl">
            {t('submissions.title')}
          </h1>
          {signedIn ? (
            <AuthorPart megabytes={megabytes} consentDays={consentDays} />
          ) : (
            <VisitorPart megabytes={megabytes} keepDays={keepDays} />
          )}
        </>
      )}
    </div>
  );
}
