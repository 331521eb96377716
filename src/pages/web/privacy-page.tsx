import { pageLoader } from '#src/page-context.ts';
import { getPage } from '../server/standing-pages.service.ts';
import type { Route } from './+types/privacy-page';
import { PrivacyView } from './standing/article-view.tsx';
import { StandingFrame } from './standing/standing-frame.tsx';

export const handle = { texts: ['prospectus'] };

export const loader = pageLoader((ctx) => getPage(ctx, 'privacy'));

export default function PrivacyPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StandingFrame title={content.title} description={description} path="/privacy">
      <PrivacyView page={content} />
    </StandingFrame>
  );
}
