import { useDeferredValue, useMemo } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { ScrollArea } from '#src/ui/scroll-area.tsx';
import type { Article, Privacy } from '../../article.rules.ts';
import type { College } from '../../college.rules.ts';
import { type Content, type Rendered, renderContent, withoutBlankLines } from '../../page-fields.rules.ts';
import type { EditedPage } from '../../static-pages.contract.ts';
import { type PageSlug, staticPages } from '../../static-pages.rules.ts';
import type { University } from '../../university.rules.ts';
import { ArticleView, PrivacyView } from '../view/article-view.tsx';
import { CollegeView } from '../view/college-view.tsx';
import { UniversityView } from '../view/university-view.tsx';

interface PagePreviewProps {
  page: EditedPage;
  content: Content;
  /** Set if the content is that of a former version. */
  version: number | undefined;
  onBack(): void;
}

/** Live preview of a page. */
export function PagePreview({ page: { slug, facts }, content, version, onBack }: PagePreviewProps) {
  const { t } = useTexts();
  const latest = useDeferredValue(content);
  const page = useMemo(() => renderContent(staticPages[slug], withoutBlankLines(latest), facts), [slug, latest, facts]);
  return (
    <ScrollArea
      label={t('pages.preview')}
      className="lg:sticky lg:top-16 lg:max-h-[calc(100vh-5rem)] lg:self-start lg:overflow-auto"
    >
      <div className="mb-2 flex min-h-11 flex-wrap items-center gap-4">
        <h2 className="kicker font-sans">
          {version === undefined ? t('pages.preview') : t('pages.previewVersion', { version })}
        </h2>
        {version !== undefined && (
          <Button kind="quiet" onClick={onBack}>
            {t('pages.backToWriting')}
          </Button>
        )}
      </div>
      {/* A screen reader would announce a heading that is still empty. */}
      <div className="border border-rule p-4 md:p-6 [&_:is(h1,h2,h3,h4):empty]:hidden">
        <PageView slug={slug} page={page} />
      </div>
    </ScrollArea>
  );
}

// The content matches the page's schema, because the form is generated from it.
function PageView({ slug, page }: { slug: PageSlug; page: Rendered<College | University | Privacy | Article> }) {
  if (slug === 'college') return <CollegeView page={page as Rendered<College>} />;
  if (slug === 'university') return <UniversityView page={page as Rendered<University>} />;
  if (slug === 'privacy') return <PrivacyView page={page as Rendered<Privacy>} />;
  return <ArticleView page={page as Rendered<Article>} />;
}
