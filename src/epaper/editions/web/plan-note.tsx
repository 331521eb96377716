import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { usePlan } from '#src/plans/web/plan-store.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';

/** What a plan includes, or until when the current user's plan is active. */
export function PlanNote() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const until = usePlan(({ own }) => own?.until);
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  return (
    <p className="max-w-prose text-soft">
      {until ? t('epaper.planRuns', { date: day.format(new Date(until)) }) : t('epaper.planOpens')}{' '}
      <a className="link whitespace-nowrap font-semibold text-ink" href={to('/payment')}>
        {t(until ? 'epaper.yourPlan' : 'epaper.seePlans')}
      </a>
    </p>
  );
}
