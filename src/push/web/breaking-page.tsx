import { useParams } from 'react-router';
import { useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { breakingCalls } from '../breaking.contract.ts';
import { BreakingForm, SentBreaking } from './breaking-news.tsx';

export const handle = { texts: ['breaking'] };

/** Below the editor of a story: breaking news, for those who may send it. */
export default function BreakingPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const allowed = useSession(({ role }) => isAllowed(role, 'editors'));
  const call = useCall(breakingCalls.get, { params: { id } }, allowed);
  if (!allowed) return null;
  return (
    <section aria-labelledby="breaking" className="mt-12 border-ink border-t-4 pt-4">
      <h2 id="breaking" className="font-bold text-2xl">
        {t('breaking.title')}
      </h2>
      {call.isPending && <p className="py-4 text-soft">{t('breaking.loading')}</p>}
      {call.isLoadingError && <LoadFailure sentence={t('breaking.failed')} call={call} />}
      {call.data?.sent && <SentBreaking sent={call.data.sent} />}
      {call.data && !call.data.sent && <BreakingForm id={id} breaking={call.data} />}
    </section>
  );
}
