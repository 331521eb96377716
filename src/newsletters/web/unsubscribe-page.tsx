import { callApi } from '#src/client/api.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { newslettersCalls } from '../newsletters.contract.ts';
import { LinkPage } from './link-page.tsx';

export const handle = { texts: ['newsletters', 'errors'] };

/** Target of the link in each newsletter that ends its subscription. */
export default function LeaveNewsletterPage() {
  const { t } = useTexts();
  const leave = (search: URLSearchParams, all?: 'yes') =>
    callApi(newslettersCalls.leave, {
      query: { subscription: search.get('subscription') ?? '', key: search.get('key') ?? '', all },
    });
  return (
    <LinkPage
      title={t('newsletters.leaveTitle')}
      lead={t('newsletters.leaveLead')}
      act={{ label: t('newsletters.leave'), send: leave }}
      more={{ label: t('newsletters.leaveAll'), send: (search) => leave(search, 'yes') }}
    />
  );
}
