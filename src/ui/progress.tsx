/** A progress bar; `part` is from 0 to 1. */
export function Progress({ label, part }: { label: string; part: number }) {
  const percent = Math.round(part * 100);
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 w-full bg-rule"
      >
        <div className="h-full bg-press" style={{ width: `${percent}%` }} />
      </div>
      <p className="tabular mt-1 text-sm text-soft">
        {label} {percent} %
      </p>
    </div>
  );
}
