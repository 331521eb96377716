import fc from 'fast-check';

// Bytes that break parsers: zeros, ones, extreme numbers, and the delimiters of each file format.
const splinters = [
  '\0',
  '\xff\xff\xff\xff',
  '\x7f\xff\xff\xff',
  '-1',
  '99999999999',
  '<<',
  '>>',
  'endobj',
  'stream\n',
  '/',
  '(',
  '"',
  ',',
  '\n',
  ']]>',
  '</',
  '&#',
  '](',
  '`',
];

// Not fc.double: it favours values close to zero, since half of all doubles are below one.
const part = fc.integer({ min: 0, max: 999_999 }).map((parts) => parts / 1_000_000);

/** A change of some bytes, anywhere alike: biased positions mostly hit the file header. `at` is relative (0 to 1). */
const change = fc.noBias(
  fc.record({
    kind: fc.constantFrom('set', 'insert', 'cut', 'repeat', 'swap'),
    at: part,
    to: part,
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(...splinters).map((text) => Buffer.from(text, 'latin1')),
    ),
    length: fc.integer({ min: 1, max: 200 }),
  }),
);

/** Files derived from a valid one by a few changes. */
export const mutated = (honest: Uint8Array): fc.Arbitrary<Buffer> =>
  fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) =>
    changes.reduce((bytes, { kind, at, to, bytes: put, length }) => {
      const [place, other] = [Math.floor(at * bytes.length), Math.floor(to * bytes.length)];
      const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
      if (kind === 'set') return Buffer.concat([before, put, after.subarray(put.length)]);
      if (kind === 'insert') return Buffer.concat([before, put, after]);
      if (kind === 'cut') return Buffer.concat([before, after.subarray(length)]);
      if (kind === 'repeat')
        return Buffer.concat([before, ...Array.from({ length }, () => after.subarray(0, put.length)), after]);
      return Buffer.concat([before, bytes.subarray(other, other + length), after]);
    }, Buffer.from(honest)),
  );
