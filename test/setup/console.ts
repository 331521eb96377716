import { afterEach, expect } from 'vitest';

// Also in the tests' browser, which has no modules of Node.
const format = (values: unknown[]) =>
  values.map((value) => (value instanceof Error ? value.stack : String(value))).join(' ');

// Console output is a warning from a library such as React, or left over from debugging: it fails the test.
const printed: string[] = [];
for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const)
  console[method] = (...values: unknown[]) => void printed.push(`console.${method}: ${format(values)}`);
afterEach(() => expect(printed.splice(0)).toEqual([]));
