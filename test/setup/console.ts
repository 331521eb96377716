import { format } from 'node:util';
import { afterEach, expect } from 'vitest';

// What a test prints is a warning of a library, such as React's, or was left over from debugging: the test fails with it.
const printed: string[] = [];
for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const)
  console[method] = (...values: unknown[]) => void printed.push(`console.${method}: ${format(...values)}`);
afterEach(() => expect(printed.splice(0)).toEqual([]));
