import { expect, test } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The outcome of an attack, for the table that `npm run test:attack` prints. */
    attack?: { refused: string; honest: string };
  }
}

interface Outcome {
  /** Records the attacker's result, such as "422" or "429 after 10". Call it after the test has checked the result. */
  refused(got: string): void;
  /** Records the result of the honest request of the same shape, such as "201". */
  honest(got: string): void;
}

/**
 * An attack and its control: `run` makes the attack, checks that it is refused, then makes the honest request of the
 * same shape and checks that it succeeds. The test fails unless both outcomes are recorded.
 */
export function attack(name: string, run: (outcome: Outcome) => Promise<void>, timeoutMs = 60_000): void {
  test(
    name,
    async ({ task }) => {
      const seen = { refused: '', honest: '' };
      await run({
        refused: (got) => {
          seen.refused = got;
        },
        honest: (got) => {
          seen.honest = got;
        },
      });
      expect(seen).toEqual({ refused: expect.stringMatching(/./), honest: expect.stringMatching(/./) });
      task.meta.attack = seen;
    },
    timeoutMs,
  );
}
