import type { ReactNode } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { Article, Privacy } from '../../article.rules.ts';
import type { Rendered } from '../../page-fields.rules.ts';
import { StaticPageHead, StaticPageSection } from './static-page-parts.tsx';

interface ArticleViewProps {
  page: Rendered<Article>;
  /** Content below the head. */
  children?: ReactNode;
  /** Content at the end. */
  after?: ReactNode;
}

/** About, policies, terms: sections of text. */
export function ArticleView({ page, children, after }: ArticleViewProps) {
  return (
    <article className="static-page">
      <StaticPageHead title={page.title} lead={page.lead} />
      {children}
      {page.sections.map(({ heading, text }) => (
        <StaticPageSection key={heading} heading={heading} text={text} />
      ))}
      {after}
    </article>
  );
}

/** The privacy notice: first the table that the law requires, then the text. */
export function PrivacyView({ page }: { page: Rendered<Privacy> }) {
  const { t } = useTexts();
  return (
    <ArticleView page={page}>
      <StaticPageSection heading={t('prospectus.holdings')}>
        <table className="static-page-table">
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
      </StaticPageSection>
    </ArticleView>
  );
}
