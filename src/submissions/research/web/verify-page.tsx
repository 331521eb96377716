import { isRouteErrorResponse, useRouteError } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type PageProblem, pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { FormPage } from '#src/ui/form-page.tsx';
import { getVerification } from '../server/research.service.ts';
import type { Route } from './+types/verify-page';

export const handle = { texts: ['research'] };

export const loader = pageLoader((ctx, { params }) => getVerification(ctx, params.code ?? ''));

/** Public verification page of a certificate: its essay, and whether it is still published. */
export default function VerifyPage({
  loaderData: { code, title, author, publishedAt, valid, id },
}: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  const facts = [
    [t('research.verifyCode'), code],
    [t('research.verifyWork'), title],
    [t('research.verifyAuthor'), author],
    [t('research.verifyDate'), day.format(new Date(publishedAt))],
  ].filter(([, value]) => value);
  return (
    <FormPage title={t('research.verifyTitle')} wide>
      <p className={`mt-6 border-s-4 bg-wash p-4 font-semibold text-lg ${valid ? 'border-good' : 'border-bad'}`}>
        {t(valid ? 'research.verifyValid' : 'research.verifyInvalid')}
      </p>
      <dl className="mt-6">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-x-6 border-rule border-b py-3 sm:grid-cols-[10rem_1fr]">
            <dt className="text-soft">{name}</dt>
            <dd className="font-semibold font-serif text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      {id !== null && (
        <p className="mt-4">
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/research/:id', { id })}>
            {t('research.verifyRead')}
          </a>
        </p>
      )}
    </FormPage>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />;
  const { sentence } = error.data as PageProblem; // thrown by our loader
  return <ErrorPage status={error.status} sentence={sentence || t('research.codeUnknown')} />;
}
