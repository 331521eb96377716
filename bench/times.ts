/**
 * How long something takes, done `turns` times in sequence, after some warm-up turns: milliseconds, the shortest first.
 */
export async function timesOf(turns: number, act: () => Promise<void>, warmUps = 5): Promise<number[]> {
  const times: number[] = [];
  for (let turn = -warmUps; turn < turns; turn++) {
    const begun = performance.now();
    await act();
    if (turn >= 0) times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
}

/** The time within which this share of them was done, as "12 ms" or "1.2 ms"; 0.5 is the median, 1 the slowest. */
export function within(times: number[], share: number): string {
  const ms = times[Math.ceil(times.length * share) - 1] ?? 0;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
