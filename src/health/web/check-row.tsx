import { useTexts } from '#src/messages/texts.tsx';
import type { CheckResult } from '../health.contract.ts';

// A tick, a triangle and a cross in a circle, drawn like the icons of ui/icon.tsx, which readers load.
const looks = {
  ok: { path: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12.5l3 3 5-6', colour: 'text-good' },
  warning: { path: 'M12 4 2.5 20h19L12 4ZM12 10v5M12 17.5h.01', colour: 'text-ink' },
  failing: { path: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9 9l6 6M15 9l-6 6', colour: 'text-bad' },
};

/** A check with its result, or that it is still running. */
export function CheckRow({ name, result }: { name: string; result: CheckResult | undefined }) {
  const { t } = useTexts();
  const look = result && looks[result.state];
  return (
    <li className="flex gap-3 border-rule border-b py-4">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={`mt-0.5 size-6 shrink-0 ${look?.colour ?? 'text-soft'}`}
        aria-hidden="true"
      >
        <path d={look?.path ?? 'M6 12h.01M12 12h.01M18 12h.01'} />
      </svg>
      <div className="min-w-0">
        <h2 className="font-semibold text-lg leading-snug">
          {name}
          {': '}
          <span className={look?.colour ?? 'text-soft'}>
            {t(result ? `health.${result.state}` : 'health.checking')}
          </span>
        </h2>
        {result && <p className="mt-1 [overflow-wrap:anywhere]">{result.finding}</p>}
        {result?.mend && <p className="mt-1 text-soft [overflow-wrap:anywhere]">{result.mend}</p>}
      </div>
    </li>
  );
}
