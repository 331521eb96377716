import { useId } from 'react';

export interface Bar {
  /** The label of the bar, such as a day. */
  name: string;
  value: number;
}

interface BarChartProps {
  /** The name of the chart, also for screen readers. */
  label: string;
  bars: readonly Bar[];
  /** The value as text. */
  format(value: number): string;
}

const [width, height] = [600, 160];

/** A column chart over time, with the highest value and the first and last name beside it. */
export function BarChart({ label, bars, format }: BarChartProps) {
  const title = useId();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / bars.length;
  return (
    <figure className="mt-3">
      <p className="text-soft text-sm tabular-nums" aria-hidden="true">
        {format(most)}
      </p>
      <svg
        className="h-40 w-full border-rule border-y rtl:-scale-x-100"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={title}
      >
        <title id={title}>{label}</title>
        {bars.map(({ name, value }, index) => {
          const bar = (value / most) * height;
          return (
            <rect
              key={name}
              x={index * step + step * 0.1}
              y={height - bar}
              width={step * 0.8}
              height={bar}
              fill="currentColor"
            >
              <title>{`${name}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-soft text-sm" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
    </figure>
  );
}

/** A value in a column of a table, as a bar. */
export function ValueBar({ value, most }: { value: number; most: number }) {
  return (
    <svg
      className="h-3 w-full min-w-24 rtl:-scale-x-100"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={(100 * value) / Math.max(1, most)} height="10" fill="currentColor" />
    </svg>
  );
}
