const words = process.argv.slice(2);
const isNumber = (word: string) => /^\d+$/.test(word);
const numbers = words.filter(isNumber).map(Number);

/** The numbers of stories to measure with, as named on the command line. */
export const sizes = numbers.length ? numbers : [1_000, 100_000];

/** Pages of other systems to measure beside ours, as named there. */
export const peers = words.filter((word) => !isNumber(word));

// They get requests as fast as they answer.
if (peers.some((peer) => !['localhost', '127.0.0.1', '[::1]'].includes(new URL(peer).hostname)))
  throw new Error('Another system is measured on this machine only, such as at http://localhost:2368/.');
