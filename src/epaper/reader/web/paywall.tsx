import { usePaths } from '#src/client/paths.ts';
import { PlanLinks } from '#src/epaper/editions/web/plan-links.tsx';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { OpenEdition } from '../server/reader.service.ts';

interface PaywallProps {
  edition: OpenEdition;
  page: number;
  /** Signed in, without an active plan. */
  signedIn: boolean;
}

/** Replaces a page that requires a plan: its headlines, what a plan includes, links to the plans and the login. */
export function Paywall({ edition: { report, free, articles }, page, signedIn }: PaywallProps) {
  const { t } = useTexts();
  const to = usePaths();
  const back = `${to('/e-paper/:id', { id: report.id })}?page=${page}`;
  const onPage = articles.filter((article) => article.page === page);
  return (
    <div className="wall" data-headlines={onPage.length > 0 || undefined}>
      <h2>{t('reader.wallTitle', { page })}</h2>
      <PlanLinks editionId={report.id} page={page} back={back} signedIn={signedIn} />
      <p>{t('reader.wallOpens', { count: free })}</p>
      {onPage.length > 0 && (
        <section className="wall-headlines">
          <h3>{t('reader.onThisPage')}</h3>
          <ul>
            {onPage.map(({ number, title, storyId }) => (
              <li key={number} {...textLanguageAttributes(title)}>
                {storyId ? <a href={to('/news/:id', { id: storyId })}>{title}</a> : title}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
