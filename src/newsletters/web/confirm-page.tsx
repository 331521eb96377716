import { callApi } from '#src/client/api.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { newslettersCalls } from '../newsletters.contract.ts';
import { LinkPage } from './link-page.tsx';

export const handle = { texts: ['newsletters', 'errors'] };

/** Target of the mailed link that confirms subscriptions. */
export default function ConfirmNewslettersPage() {
  const { t } = useTexts();
  return (
    <LinkPage
      title={t('newsletters.confirmTitle')}
      lead={t('newsletters.confirmLead')}
      act={{
        label: t('newsletters.confirm'),
        send: (search) => callApi(newslettersCalls.confirm, { body: { token: search.get('token') ?? '' } }),
      }}
    />
  );
}
