import { pageLoader } from '#src/page-context.ts';
import { getPage } from '../server/standing-pages.service.ts';
import type { Route } from './+types/terms-page';
import { ArticleView } from './standing/article-view.tsx';
import { StandingFrame } from './standing/standing-frame.tsx';

export const loader = pageLoader((ctx) => getPage(ctx, 'terms'));

export default function TermsPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StandingFrame title={content.title} description={description} path="/terms">
      <ArticleView page={content} />
    </StandingFrame>
  );
}
