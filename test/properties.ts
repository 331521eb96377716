// What property tests share.
import fc from 'fast-check';

/** How many values of a property are tried: a tenth of them by `npm run check`, so that it is run often. */
export const runs = (count: number) => (process.env.FEWER_RUNS ? Math.ceil(count / 10) : count);

// fast-check's own strings of all characters, and so its addresses, first make a table of a million entries.

/** A string of any characters, lone surrogates included. */
export const anyText = (maxLength: number) =>
  fc.array(fc.nat(0x10ffff), { maxLength }).map((codePoints) => String.fromCodePoint(...codePoints));

export const webAddress = fc
  .tuple(fc.domain(), fc.string({ unit: fc.constantFrom(...'aZ09-._~!$&()*+,;=:@/?', '%20', '%E0'), maxLength: 20 }))
  .map(([host, path]) => `https://${host}/${path}`);
