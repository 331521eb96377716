import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { TestModule } from 'vitest/node';

/** Reporter for Vitest and Playwright: adds how long each file took to the file that TEST_TIMES names, for `printTimes`. */
export default class {
  onTestModuleEnd(file: TestModule) {
    const { collectDuration, setupDuration, duration } = file.diagnostic();
    record(file.project.name, file.relativeModuleId, collectDuration + setupDuration + duration);
  }

  onTestEnd({ location }: TestCase, { duration }: TestResult) {
    record('journeys', relative(process.cwd(), location.file), duration);
  }
}

const record = (kind: string, file: string, ms: number) =>
  appendFileSync(String(process.env.TEST_TIMES), `${JSON.stringify([kind, file, ms])}\n`);
