import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getPage } from '../server/static-pages.service.ts';
import type { Route } from './+types/terms-page';
import { ArticleView } from './view/article-view.tsx';
import { StaticPageFrame } from './view/static-page-frame.tsx';

export const loader = pageLoader((ctx) => getPage(ctx, 'terms'));

export default function TermsPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StaticPageFrame title={content.title} description={description} path="/terms">
      <ArticleView page={content} />
    </StaticPageFrame>
  );
}
