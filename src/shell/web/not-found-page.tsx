import { pageLoader } from '#src/page-context.ts';
import { AppError } from '#src/platform/errors.ts';

export const loader = pageLoader(async () => {
  throw new AppError('not_found', 'errors.notFound');
});

export default function NotFoundPage() {
  return null; // its loader always throws `not_found`
}
