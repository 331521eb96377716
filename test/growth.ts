const rounds = 5;

/**
 * How many times as long `run` takes for an input of four times the size: 4 if its time is linear, 16 if it is quadratic.
 * Of each size the fastest round counts, since tests run on busy machines.
 */
export const growth = (run: (size: number) => void, size: number): number =>
  fastest(() => run(4 * size)) / fastest(() => run(size));

function fastest(run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const begun = performance.now();
    run();
    return performance.now() - begun;
  });
  return Math.min(...times);
}
