// Lists too long for memory are files with a JSON value on each line.

export async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

export async function* fromLines<T>(source: AsyncIterable<Uint8Array>): AsyncGenerator<T> {
  for await (const line of readLines(source)) yield JSON.parse(line) as T;
}

export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of source) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** The values of `from` whose key is not among those of `without`. Both are in the order of their keys. */
export async function* subtract<T>(
  from: AsyncIterable<T>,
  without: AsyncIterable<string>,
  keyOf: (value: T) => string,
): AsyncGenerator<T> {
  const others = without[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const value of from) {
    const key = keyOf(value);
    while (!other.done && other.value < key) other = await others.next();
    if (other.done || other.value !== key) yield value;
  }
  await others.return?.();
}

/** Both in the order of their keys. */
export async function* mergeByKey<T extends { key: string }>(
  many: AsyncIterable<T>,
  few: readonly T[],
): AsyncGenerator<T> {
  const sorted = few.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  let next = 0;
  for await (const value of many) {
    for (let other = sorted[next]; other && other.key < value.key; other = sorted[next]) {
      yield other;
      next += 1;
    }
    yield value;
  }
  yield* sorted.slice(next);
}
