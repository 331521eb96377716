import { pageLoader } from '#src/page-context.ts';
import { getPage } from '../server/standing-pages.service.ts';
import type { Route } from './+types/editorial-policy-page';
import { ArticleView } from './standing/article-view.tsx';
import { StandingFrame } from './standing/standing-frame.tsx';

export const loader = pageLoader((ctx) => getPage(ctx, 'editorial-policy'));

export default function EditorialPolicyPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StandingFrame title={content.title} description={description} path="/editorial-policy">
      <ArticleView page={content} />
    </StandingFrame>
  );
}
