import type { ReactNode } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { Article, Privacy } from '../../article.rules.ts';
import type { Rendered } from '../../page-fields.rules.ts';
import { StandingHead, StandingSection } from './standing-parts.tsx';

interface ArticleViewProps {
  page: Rendered<Article>;
  /** What the page adds below its head. */
  children?: ReactNode;
  /** What it adds at the end. */
  after?: ReactNode;
}

/** About, policies, terms: sections of text. */
export function ArticleView({ page, children, after }: ArticleViewProps) {
  return (
    <article className="standing">
      <StandingHead title={page.title} lead={page.lead} />
      {children}
      {page.sections.map(({ heading, text }) => (
        <StandingSection key={heading} heading={heading} text={text} />
      ))}
      {after}
    </article>
  );
}

/** The privacy notice: first the table that the law asks for, then the rest in words. */
export function PrivacyView({ page }: { page: Rendered<Privacy> }) {
  const { t } = useTexts();
  return (
    <ArticleView page={page}>
      <StandingSection heading={t('prospectus.holdings')}>
        <table className="standing-table">
          <caption className="sr-only">{t('prospectus.holdings')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('prospectus.data')}</th>
              <th scope="col">{t('prospectus.purpose')}</th>
              <th scope="col">{t('prospectus.kept')}</th>
            </tr>
          </thead>
          <tbody>
            {page.holdings.map(({ data, purpose, kept }) => (
              <tr key={data}>
                <th scope="row">{data}</th>
                <td data-label={t('prospectus.purpose')}>{purpose}</td>
                <td data-label={t('prospectus.kept')}>{kept}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </StandingSection>
    </ArticleView>
  );
}
