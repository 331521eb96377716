const rounds = 9;

/**
 * How many times as long `run` takes for an input of four times the size: 4 if its time is linear, 16 if it is quadratic.
 * Of each size the fastest round counts, since tests run on busy machines.
 */
export function growth(run: (size: number) => void, size: number): number {
  // In turns, so that a busy moment does not concern one size alone.
  const times = Array.from({ length: rounds }, () => ({
    small: timed(() => run(size)),
    large: timed(() => run(4 * size)),
  }));
  return Math.min(...times.map(({ large }) => large)) / Math.min(...times.map(({ small }) => small));
}

function timed(run: () => void): number {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}
