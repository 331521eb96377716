import { useTexts } from '#src/messages/texts.tsx';
import { PageTitle } from './page-title.tsx';
import { usePaths } from './paths.ts';

/** What a reader sees in place of a page that could not be shown; `sentence` says what the page would have been. */
export function ErrorPage({ status, sentence }: { status: number; sentence?: string }) {
  const { t } = useTexts();
  const to = usePaths();
  const missing = status === 404 || status === 410;
  return (
    <div className="page py-16 md:py-24">
      <PageTitle>{missing ? t('shell.notFoundTitle') : t('shell.errorTitle')}</PageTitle>
      <p className="kicker tabular">{status}</p>
      <h1 className="mt-2 font-bold text-4xl md:text-6xl">
        {missing ? t('shell.notFoundTitle') : t('shell.errorTitle')}
      </h1>
      {sentence && (
        <p className="mt-4 font-semibold text-bad" role="alert">
          {sentence}
        </p>
      )}
      <p className="mt-4 max-w-prose font-serif text-xl">{missing ? t('shell.notFoundText') : t('shell.errorText')}</p>
      <p className="mt-8 flex flex-wrap gap-6 font-semibold">
        <a className="link" href={to('/news')}>
          {t('shell.toNews')}
        </a>
        <a className="link" href={to('/')}>
          {t('shell.toHome')}
        </a>
      </p>
    </div>
  );
}
