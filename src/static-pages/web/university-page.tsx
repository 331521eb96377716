import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getPage } from '../server/static-pages.service.ts';
import type { Route } from './+types/university-page';
import { EnrollCall } from './view/enroll-call.tsx';
import { StaticPageFrame } from './view/static-page-frame.tsx';
import { UniversityView } from './view/university-view.tsx';

export const loader = pageLoader((ctx) => getPage(ctx, 'university'));

export default function UniversityPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StaticPageFrame title={content.title} description={description} path="/university">
      <UniversityView page={content} />
      <EnrollCall />
    </StaticPageFrame>
  );
}
