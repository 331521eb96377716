// Estimates the cost of rendering a page from its structure. Nested forms that draw ten others each take a few bytes,
// but PDFium takes minutes for them, because it parses a form again each time it is drawn.
import { decodeStream } from './pdf-filters.ts';
import {
  isDict,
  isName,
  isRef,
  type PdfDict,
  type PdfObject,
  type PdfObjects,
  type PdfValue,
  UnreadablePdf,
  unescapeName,
} from './pdf-syntax.ts';

// More than a legitimate page takes: content, with each form counted as often as it is drawn, and pixels of pictures.
export const maxContentBytes = 100_000_000;
export const maxPixels = 1_000_000_000;
// All pages together, each stream unpacked once; 64 broadsheet pages have 60 MB.
export const maxUnpackedBytes = 1_000_000_000;
// PDFium's maximum nesting (kMaxFormLevel).
const maxDepth = 40;
// Pages inherit resources from their ancestors in the page tree.
const maxAncestors = 50;

interface Cost {
  contentBytes: number;
  pixels: number;
}

/** A resource that content draws by its name. */
interface Drawable {
  name: string;
  /** Whether each byte of the content may draw it, as with glyphs. */
  perByte: boolean;
  cost(path: PdfObject[]): Cost;
}

const tooCostly = (why: string) => new UnreadablePdf('too_heavy', why);

/** Throws UnreadablePdf if rendering a page is too expensive. */
export function checkPdfCost(objects: PdfObjects): void {
  const costOf = openCosts(objects);
  for (const versions of objects.byNumber.values())
    for (const { value } of versions) {
      if (!isDict(value) || !(value.has('Contents') || value.has('Annots'))) continue;
      const { contentBytes, pixels } = costOf(value);
      if (contentBytes > maxContentBytes || pixels > maxPixels) throw tooCostly('A page draws too much');
    }
}

function openCosts(objects: PdfObjects) {
  const { resolve, resolveObjects } = objects;
  const costs = new Map<PdfObject, Map<unknown, Cost>>();
  const drawables = new Map<unknown, Drawable[]>();
  let unpackedBytes = 0;

  const dicts = (value: PdfValue | undefined) => resolve(value).filter(isDict);
  const streams = (value: PdfValue | undefined) => resolveObjects(value).filter(({ dataAt }) => dataAt !== undefined);
  const items = (value: PdfValue | undefined) =>
    resolve(value).flatMap((one) => (Array.isArray(one) ? one : [value as PdfValue])); // resolved, so it is defined

  const unpack = ({ value, dataAt = 0 }: PdfObject) => {
    const data = isDict(value) ? decodeStream(objects, value, dataAt, maxContentBytes) : Buffer.alloc(0);
    unpackedBytes += data.length;
    if (unpackedBytes > maxUnpackedBytes) throw tooCostly('The pages draw too much');
    return data;
  };

  /** Cost of a content stream with everything that it draws. `inherited` are the resources of its parent. */
  const costOf = (stream: PdfObject, inherited: PdfValue, path: PdfObject[]): Cost => {
    if (path.includes(stream) || path.length > maxDepth) throw tooCostly('Its forms draw themselves, or too deep');
    const resources = (isDict(stream.value) ? stream.value.get('Resources') : undefined) ?? inherited;
    const key = isRef(resources) ? resources.ref : resources;
    const cached = costs.get(stream)?.get(key);
    if (cached) return cached;
    const data = unpack(stream);
    const all = drawablesOf(resources, key);
    const counts = countNames(data, new Set(all.map(({ name }) => name)));
    const parts = all.flatMap(({ name, perByte, cost }) => {
      const times = counts.get(name) ?? 0;
      return times ? [timesOf(perByte ? data.length : times, cost([...path, stream]))] : [];
    });
    const cost = sumOf([{ contentBytes: data.length, pixels: 0 }, ...parts]);
    costs.set(stream, (costs.get(stream) ?? new Map()).set(key, cost));
    return cost;
  };

  const drawablesOf = (resources: PdfValue, key: unknown): Drawable[] => {
    const cached = drawables.get(key);
    if (cached) return cached;
    const named = (kind: string) =>
      dicts(resources).flatMap((dict) => dicts(dict.get(kind)).flatMap((all) => [...all]));
    const drawn = ([name, value]: [string, PdfValue | undefined]): Drawable[] =>
      streams(value).map((stream) => ({
        name,
        perByte: false,
        cost: (path) => pixelsOf(stream.value) ?? costOf(stream, resources, path),
      }));
    const found = [
      ...named('XObject').flatMap(drawn),
      ...named('Pattern').flatMap(drawn),
      ...named('ExtGState').flatMap(([name, value]) =>
        dicts(value)
          .flatMap((state) => dicts(state.get('SMask')))
          .flatMap((mask) => drawn([name, mask.get('G')])),
      ),
      // Type 3 fonts, whose glyphs are content streams: assume the most expensive one for each byte.
      ...named('Font').flatMap(([name, value]) =>
        dicts(value).flatMap((font) => {
          const letters = dicts(font.get('CharProcs')).flatMap((glyphs) => [...glyphs.values()].flatMap(streams));
          const own = font.get('Resources') ?? resources;
          const cost = (path: PdfObject[]) => mostOf(letters.map((letter) => costOf(letter, own, path)));
          return letters.length ? [{ name, perByte: true, cost }] : [];
        }),
      ),
    ];
    drawables.set(key, found);
    return found;
  };

  const pixelsOf = (value: PdfValue): Cost | undefined => {
    if (!isDict(value)) return undefined;
    if (!resolve(value.get('Subtype')).some((kind) => isName(kind) && kind.name === 'Image')) return undefined;
    const most = (key: string) => Math.max(0, ...resolve(value.get(key)).map(Number));
    return { contentBytes: 0, pixels: most('Width') * most('Height') || 0 };
  };

  const resourcesOf = (page: PdfDict): PdfValue => {
    let above: PdfDict[] = [page];
    for (let step = 0; step < maxAncestors && above.length; step++) {
      const owner = above.find((dict) => dict.has('Resources'));
      if (owner) return owner.get('Resources') ?? null;
      above = above.flatMap((dict) => dicts(dict.get('Parent')));
    }
    return null;
  };

  // One appearance, or one for each state.
  const appearancesOf = (value: PdfValue | undefined) => {
    const one = streams(value);
    return one.length ? one : dicts(value).flatMap((states) => [...states.values()].flatMap(streams));
  };

  return (page: PdfDict): Cost => {
    const resources = resourcesOf(page);
    const contents = items(page.get('Contents')).flatMap(streams);
    const annotations = items(page.get('Annots')).flatMap(dicts);
    return sumOf([
      ...contents.map((stream) => costOf(stream, resources, [])),
      ...annotations
        .flatMap((annotation) => dicts(annotation.get('AP')))
        .map((states) => mostOf(appearancesOf(states.get('N')).map((stream) => costOf(stream, null, [])))),
    ]);
  };
}

const anyName = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g;

/** How often each of these names occurs in content. */
function countNames(data: Buffer, wanted: Set<string>): Map<string, number> {
  const counts = new Map<string, number>();
  if (wanted.size === 0) return counts;
  for (const [, name = ''] of data.toString('latin1').matchAll(anyName)) {
    const plain = unescapeName(name);
    if (wanted.has(plain)) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  return counts;
}

const sumOf = (costs: Cost[]): Cost =>
  costs.reduce(
    (sum, cost) => ({
      contentBytes: sum.contentBytes + cost.contentBytes,
      pixels: sum.pixels + cost.pixels,
    }),
    nothing,
  );

const mostOf = (costs: Cost[]): Cost =>
  costs.reduce(
    (most, cost) => ({
      contentBytes: Math.max(most.contentBytes, cost.contentBytes),
      pixels: Math.max(most.pixels, cost.pixels),
    }),
    nothing,
  );

const timesOf = (times: number, { contentBytes, pixels }: Cost): Cost => ({
  contentBytes: times * contentBytes,
  pixels: times * pixels,
});

const nothing: Cost = { contentBytes: 0, pixels: 0 };
