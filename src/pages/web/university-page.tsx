import { pageLoader } from '#src/page-context.ts';
import { getPage } from '../server/standing-pages.service.ts';
import type { Route } from './+types/university-page';
import { EnrollCall } from './standing/enroll-call.tsx';
import { StandingFrame } from './standing/standing-frame.tsx';
import { UniversityView } from './standing/university-view.tsx';

export const handle = { texts: ['prospectus'], reading: true };

export const loader = pageLoader((ctx) => getPage(ctx, 'university'));

export default function UniversityPage({ loaderData: { content, description } }: Route.ComponentProps) {
  return (
    <StandingFrame title={content.title} description={description} path="/university">
      <UniversityView page={content} />
      <EnrollCall />
    </StandingFrame>
  );
}
