import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getPage } from '../server/static-pages.service.ts';
import type { Route } from './+types/privacy-page';
import { PrivacyView } from './view/article-view.tsx';
import { StaticPageFrame } from './view/static-page-frame.tsx';

export const loader = pageLoader((ctx) => getPage(ctx, 'privacy'));

export default function PrivacyPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StaticPageFrame title={content.title} description={description} path="/privacy">
      <PrivacyView page={content} />
    </StaticPageFrame>
  );
}
