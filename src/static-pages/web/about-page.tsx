import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getPage } from '../server/static-pages.service.ts';
import type { Route } from './+types/about-page';
import { ArticleView } from './view/article-view.tsx';
import { StaticPageFrame } from './view/static-page-frame.tsx';

export const loader = pageLoader((ctx) => getPage(ctx, 'about'));

export default function AboutPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StaticPageFrame title={content.title} description={description} path="/about">
      <ArticleView page={content} />
    </StaticPageFrame>
  );
}
