import { pageLoader } from '#src/page-context.ts';
import { getPage } from '../server/standing-pages.service.ts';
import type { Route } from './+types/college-page';
import { CollegeView } from './standing/college-view.tsx';
import { EnrollCall } from './standing/enroll-call.tsx';
import { StandingFrame } from './standing/standing-frame.tsx';

export const handle = { texts: ['prospectus'], reading: true };

export const loader = pageLoader((ctx) => getPage(ctx, 'college'));

export default function CollegePage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StandingFrame title={content.title} description={description} path="/college">
      <CollegeView page={content} />
      <EnrollCall />
    </StandingFrame>
  );
}
