import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import type { Offers } from '../plans.contract.ts';
import { addLength, type PlanName } from '../plans.rules.ts';
import { usePlan } from './plan-store.ts';

/** The choice of plans, with prices and durations. */
export function PlanChoice({
  offers,
  selected,
  onChoose,
}: {
  offers: Offers;
  selected: PlanName | null;
  onChoose(plan: PlanName): void;
}) {
  const { t, locale } = useTexts();
  const own = usePlan((state) => state.own);
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'INR',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  return (
    <fieldset className="mt-8">
      <legend className="sr-only">{t('plans.choose')}</legend>
      <div className="grid gap-4 md:grid-cols-3">
        {offers.plans.map(({ plan, amount_minor, length }) => (
          <button
            key={plan}
            type="button"
            aria-pressed={selected === plan}
            onClick={() => onChoose(plan)}
            className="border border-rule border-t-4 border-t-ink p-5 text-start hover:border-ink aria-pressed:border-2 aria-pressed:border-press aria-pressed:border-t-4 aria-pressed:bg-wash"
          >
            <span className="kicker block">{t(`plans.${plan}`)}</span>
            <span className="tabular mt-1 block font-black font-serif text-4xl">
              {money.format(amount_minor / 100)}
            </span>
            <span className="mt-2 block">{t(`plans.length_${length.unit}`, { count: length.count })}</span>
            <span className="mt-1 block text-sm text-soft">{t('plans.opens')}</span>
            {own?.until && (own.state === 'confirmed' || offers.policy !== 'grace') && (
              <span className="mt-2 block text-sm">
                {t('plans.wouldEnd', { date: day.format(addLength(new Date(own.until), length)) })}
              </span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
