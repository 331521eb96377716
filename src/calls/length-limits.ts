// Length limits of a call's values, derived from its schema. The server rejects longer values before it processes them,
// and aborts reading a body that is larger than any valid one, so that no regular expression runs on an unbounded text.
import { z } from 'zod';

/** The limits of a value. Lengths are in UTF-16 code units. */
export type LengthLimits =
  | { kind: 'text'; max: number; message?: string | undefined }
  | { kind: 'list'; max: number; message?: string | undefined; item: LengthLimits }
  | { kind: 'record'; max: number; item: LengthLimits }
  | { kind: 'fields'; fields: Record<string, LengthLimits> }
  | { kind: 'any'; of: LengthLimits[] }
  | { kind: 'json'; maxBytes: number }
  | { kind: 'file' };

// Longest text form of a number, a date or an enum value. "-1.7976931348623157e+308" has 24 characters.
const short: LengthLimits = { kind: 'text', max: 40 };
const formatsOfOneLength = ['uuid', 'date', 'datetime'];

/** The members of zod's definitions that we use (https://zod.dev/library-authors). */
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
// Each type of schema has some of these members.
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;

/**
 * The limits of a schema. Throws an Error with the value's name if it has none: set one with `.max()` for a text or a
 * list, with `.meta({ maxEntries })` for a record, and with `.meta({ maxBytes })` for a value of unknown shape.
 */
export function lengthLimitsOf(schema: z.core.$ZodType, name: string): LengthLimits {
  const def = definitionOf(schema);
  const meta = z.globalRegistry.get(schema);
  // The inner schema is defined for the kinds below.
  const of = (type: z.core.$ZodType | undefined, at = name) => lengthLimitsOf(type as z.core.$ZodType, at);
  switch (def.type) {
    case 'string':
      return formatsOfOneLength.includes(def.format ?? '') ? short : { kind: 'text', ...maxLengthOf(def, name) };
    case 'array':
      return { kind: 'list', ...maxLengthOf(def, name), item: of(def.element, `${name}[]`) };
    case 'object':
      return {
        kind: 'fields',
        fields: Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([key, field]) => [key, of(field, `${name}.${key}`)]),
        ),
      };
    case 'record':
      return {
        kind: 'record',
        max: requireBound(meta?.maxEntries, `${name}: number of entries`),
        item: of(def.valueType),
      };
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
      return { kind: 'json', maxBytes: requireBound(meta?.maxBytes, `${name}: size`) };
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
      return short;
  }
  throw new Error(`${name}: a ${def.type} has no bound`);
}

// The limits of a pipe are those of its input, or of its output after a preprocess step, which accepts anything.
function pipeBounds({ in: from, out: to }: Definition, name: string): LengthLimits {
  if (!from || !to) throw new Error(`${name}: a pipe without ends`);
  if (definitionOf(from).type === 'transform') return lengthLimitsOf(to, name);
  const isStringBool = definitionOf(from).type === 'string' && definitionOf(to).type === 'boolean'; // z.stringbool()
  return isStringBool ? short : lengthLimitsOf(from, name);
}

function maxLengthOf({ checks = [] }: Definition, name: string) {
  const check = checks.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def;
  const message = check?.error?.({ code: 'too_big' });
  return {
    max: requireBound(check?.maximum, `${name}: length`),
    message: typeof message === 'string' ? message : undefined,
  };
}

function requireBound(bound: unknown, what: string): number {
  if (typeof bound !== 'number') throw new Error(`${what} has no bound`);
  return bound;
}

const escapedBytes = 6; // a UTF-16 unit in JSON is at most "\u001f"
const syntaxBytes = 8; // quotation marks, comma, colon, white space

/** The maximum size in bytes of a value's JSON within its limits. */
export function jsonBytes(bounds: LengthLimits): number {
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

/** A value that is too long. `field` is its path, such as "columns.date"; `message` is that of the contract, if any. */
export interface OverlongValue {
  field: string;
  max: number;
  message: string | undefined;
}

/** Finds values that are too long. Ignores values of the wrong type, which the schema validation rejects later. */
export function findOverlong(bounds: LengthLimits, value: unknown, field = ''): OverlongValue[] {
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
      return value.flatMap((entry, index) => findOverlong(item, entry, at(index)));
    }
    case 'record': {
      if (typeof value !== 'object' || value === null) return [];
      const entries = Object.entries(value);
      if (entries.length > bounds.max) return [{ field, max: bounds.max, message: undefined }];
      return entries.flatMap(([key, entry]) => findOverlong(bounds.item, entry, at(key)));
    }
    case 'fields':
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(bounds.fields).flatMap(([key, inner]) =>
        Object.hasOwn(value, key) ? findOverlong(inner, (value as Record<string, unknown>)[key], at(key)) : [],
      );
    case 'any': {
      const all = bounds.of.map((one) => findOverlong(one, value, field));
      return all.find((found) => found.length === 0) ?? all[0] ?? [];
    }
    default:
      return [];
  }
}
