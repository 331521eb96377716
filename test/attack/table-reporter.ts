import type { Reporter, TestCase } from 'vitest/node';

/** Prints a table of all attacks with the results of the attacker and of the honest request. */
export default class TableReporter implements Reporter {
  private readonly rows: string[][] = [];

  onTestCaseResult(testCase: TestCase) {
    const { attack } = testCase.meta();
    const failed = testCase.result().state === 'failed';
    if (attack || failed)
      this.rows.push([testCase.fullName, failed ? 'NOT REFUSED' : (attack?.refused ?? ''), attack?.honest ?? '']);
  }

  onTestRunEnd() {
    const table = [['attack', 'attacker got', 'honest request got'], ...this.rows];
    const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
    for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '));
  }
}
