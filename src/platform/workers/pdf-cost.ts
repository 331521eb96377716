// What it costs to draw a page, from its structure alone. A form that draws ten others, which draw ten each, is a few bytes
// that PDFium takes minutes for: it reads a form anew each time that it is drawn.
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
  withoutEscapes,
} from './pdf-syntax.ts';

// More than an honest page takes: of content, each form counted as often as it is drawn, and of pictures' pixels.
const mostContentBytes = 100_000_000;
const mostPixels = 1_000_000_000;
// Of all pages together, unpacked once; 64 broadsheets have 60 MB.
const mostUnpackedBytes = 1_000_000_000;
// PDFium goes no deeper than 40 (kMaxFormLevel).
const deepest = 40;
// A page takes what it lacks from those above it.
const mostAncestors = 50;

interface Cost {
  contentBytes: number;
  pixels: number;
}

/** Something that content draws by its name. */
interface Drawable {
  name: string;
  /** Whether each byte of the content may draw it, as letters do. */
  perByte: boolean;
  cost(path: PdfObject[]): Cost;
}

const tooCostly = (why: string) => new UnreadablePdf('too_heavy', why);

/** Throws UnreadablePdf when a page takes more than an honest one can. */
export function requireReasonableCost(objects: PdfObjects): void {
  const costOf = openCosts(objects);
  for (const versions of objects.byNumber.values())
    for (const { value } of versions) {
      if (!isDict(value) || !(value.has('Contents') || value.has('Annots'))) continue;
      const { contentBytes, pixels } = costOf(value);
      if (contentBytes > mostContentBytes || pixels > mostPixels) throw tooCostly('A page draws too much');
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
    resolve(value).flatMap((one) => (Array.isArray(one) ? one : [value as PdfValue])); // resolved, so it was given

  const unpack = ({ value, dataAt = 0 }: PdfObject) => {
    const data = isDict(value) ? decodeStream(objects, value, dataAt, mostContentBytes) : Buffer.alloc(0);
    unpackedBytes += data.length;
    if (unpackedBytes > mostUnpackedBytes) throw tooCostly('The pages draw too much');
    return data;
  };

  /** A stream of content with all that it draws; `inherited` are the resources of what draws it. */
  const costOf = (stream: PdfObject, inherited: PdfValue, path: PdfObject[]): Cost => {
    if (path.includes(stream) || path.length > deepest) throw tooCostly('Its forms draw themselves, or too deep');
    const resources = (isDict(stream.value) ? stream.value.get('Resources') : undefined) ?? inherited;
    const key = isRef(resources) ? resources.ref : resources;
    const known = costs.get(stream)?.get(key);
    if (known) return known;
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
    const known = drawables.get(key);
    if (known) return known;
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
      // A font whose letters are drawings: each of them may be the most costly.
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
    for (let step = 0; step < mostAncestors && above.length; step++) {
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

/** How often each of these names stands in content. */
function countNames(data: Buffer, wanted: Set<string>): Map<string, number> {
  const counts = new Map<string, number>();
  if (wanted.size === 0) return counts;
  for (const [, name = ''] of data.toString('latin1').matchAll(anyName)) {
    const plain = withoutEscapes(name);
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
