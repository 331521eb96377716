// How long each value of a call may be, read off its schema. The server refuses what is longer before anything else looks
// at it, and a body that is larger than any valid one while it is read: no expression of ours meets an endless text.
import { z } from 'zod';

/** The bounds of a value. Lengths are in UTF-16 units, as JavaScript counts them. */
export type Bounds =
  | { kind: 'text'; max: number; message?: string | undefined }
  | { kind: 'list'; max: number; message?: string | undefined; item: Bounds }
  | { kind: 'record'; max: number; item: Bounds }
  | { kind: 'fields'; fields: Record<string, Bounds> }
  | { kind: 'any'; of: Bounds[] }
  | { kind: 'json'; maxBytes: number }
  | { kind: 'file' };

// Longest text form of a number, a date or an enum value: "-1.7976931348623157e+308" has 24 characters.
const short: Bounds = { kind: 'text', max: 40 };
const formatsOfOneLength = ['uuid', 'date', 'datetime'];

/** What we read of zod's definitions (https://zod.dev/library-authors). */
interface Definition {
  type: z.core.$ZodTypeDef['type'];
  checks?: { _zod: { def: { check: string; maximum?: number; error?: (issue: object) => unknown } } }[];
  format?: string;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
}
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition; // each type has some of these

/**
 * The bounds of a schema. Throws an Error with the value's name when it has none: a text or a list gets one by `.max()`,
 * a record by `.meta({ maxEntries })`, a value of unknown shape by `.meta({ maxBytes })`.
 */
export function boundsOf(schema: z.core.$ZodType, name: string): Bounds {
  const def = definitionOf(schema);
  const meta = z.globalRegistry.get(schema);
  const of = (type: z.core.$ZodType | undefined, at = name) => boundsOf(type as z.core.$ZodType, at); // its kind has one
  switch (def.type) {
    case 'string':
      return formatsOfOneLength.includes(def.format ?? '') ? short : { kind: 'text', ...longest(def, name) };
    case 'array':
      return { kind: 'list', ...longest(def, name), item: of(def.element, `${name}[]`) };
    case 'object':
      return {
        kind: 'fields',
        fields: Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([key, field]) => [key, of(field, `${name}.${key}`)]),
        ),
      };
    case 'record':
      return { kind: 'record', max: wanted(meta?.maxEntries, `${name}: number of entries`), item: of(def.valueType) };
    case 'union':
      return { kind: 'any', of: (def.options ?? []).map((option) => of(option)) };
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return of(def.innerType);
    case 'pipe':
      return pipeBounds(def, name);
    case 'custom':
      if (meta?.limit) return { kind: 'file' }; // made by upload()
      break;
    case 'unknown':
      return { kind: 'json', maxBytes: wanted(meta?.maxBytes, `${name}: size`) };
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
      return short;
  }
  throw new Error(`${name}: a ${def.type} has no bound`);
}

// What comes in is bounded: a step that prepares the value (preprocess) takes anything, and so its outcome speaks for it.
function pipeBounds({ in: from, out: to }: Definition, name: string): Bounds {
  if (!from || !to) throw new Error(`${name}: a pipe without ends`);
  if (definitionOf(from).type === 'transform') return boundsOf(to, name);
  const words = definitionOf(from).type === 'string' && definitionOf(to).type === 'boolean'; // z.stringbool()
  return words ? short : boundsOf(from, name);
}

function longest({ checks = [] }: Definition, name: string) {
  const check = checks.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def;
  const message = check?.error?.({ code: 'too_big' });
  return { max: wanted(check?.maximum, `${name}: length`), message: typeof message === 'string' ? message : undefined };
}

function wanted(bound: unknown, what: string): number {
  if (typeof bound !== 'number') throw new Error(`${what} has no bound`);
  return bound;
}

const escapedBytes = 6; // a UTF-16 unit in JSON is at most "\u001f"
const syntaxBytes = 8; // quotation marks, comma, colon, white space

/** The size in bytes of the longest JSON text of a value within its bounds. */
export function jsonBytes(bounds: Bounds): number {
  switch (bounds.kind) {
    case 'text':
      return bounds.max * escapedBytes + syntaxBytes;
    case 'list':
      return bounds.max * jsonBytes(bounds.item) + syntaxBytes;
    case 'record':
      return bounds.max * (jsonBytes(bounds.item) + jsonBytes(short)) + syntaxBytes;
    case 'fields':
      return Object.entries(bounds.fields).reduce(
        (sum, [name, field]) => sum + name.length + syntaxBytes + jsonBytes(field),
        syntaxBytes,
      );
    case 'any':
      return Math.max(...bounds.of.map(jsonBytes));
    case 'json':
      return bounds.maxBytes;
    case 'file':
      return 0;
  }
}

/** A value that is too long: `field` is its place, such as "columns.date"; `message` its contract's own word for that. */
export interface Overlong {
  field: string;
  max: number;
  message: string | undefined;
}

/** What in a value is longer than it may be. Of a shape that does not fit at all the schema itself speaks later. */
export function overlong(bounds: Bounds, value: unknown, field = ''): Overlong[] {
  const at = (key: string | number) => (field ? `${field}.${key}` : String(key));
  switch (bounds.kind) {
    case 'text': {
      const { max, message } = bounds;
      return typeof value === 'string' && value.length > max ? [{ field, max, message }] : [];
    }
    case 'list': {
      if (!Array.isArray(value)) return [];
      const { max, message, item } = bounds;
      if (value.length > max) return [{ field, max, message }];
      return value.flatMap((entry, index) => overlong(item, entry, at(index)));
    }
    case 'record': {
      if (typeof value !== 'object' || value === null) return [];
      const entries = Object.entries(value);
      if (entries.length > bounds.max) return [{ field, max: bounds.max, message: undefined }];
      return entries.flatMap(([key, entry]) => overlong(bounds.item, entry, at(key)));
    }
    case 'fields':
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(bounds.fields).flatMap(([key, inner]) =>
        Object.hasOwn(value, key) ? overlong(inner, (value as Record<string, unknown>)[key], at(key)) : [],
      );
    case 'any': {
      const all = bounds.of.map((one) => overlong(one, value, field));
      return all.find((found) => found.length === 0) ?? all[0] ?? [];
    }
    default:
      return [];
  }
}
