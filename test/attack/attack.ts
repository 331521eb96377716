import { expect, test } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What came of an attack, for the table that `npm run test:attack` prints. */
    attack?: { refused: string; honest: string };
  }
}

interface Outcome {
  /** What the attacker got, in a few words: "422", "429 after 10". Called once the test has checked it. */
  refused(got: string): void;
  /** What the honest request of the same shape got, such as "201". */
  honest(got: string): void;
}

/**
 * One attack and its twin: `run` makes the attack, checks that it is refused, then makes the honest request of the same
 * shape and checks that it passes. It fails unless both outcomes are named.
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
