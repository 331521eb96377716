import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getPage } from '../server/static-pages.service.ts';
import type { Route } from './+types/college-page';
import { CollegeView } from './view/college-view.tsx';
import { EnrollCall } from './view/enroll-call.tsx';
import { StaticPageFrame } from './view/static-page-frame.tsx';

export const loader = pageLoader((ctx) => getPage(ctx, 'college'));

export default function CollegePage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StaticPageFrame title={content.title} description={description} path="/college">
      <CollegeView page={content} />
      <EnrollCall />
    </StaticPageFrame>
  );
}
