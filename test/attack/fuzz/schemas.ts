// Arbitrary values that match a JSON schema, and values that nearly do.
import fc, { type Arbitrary } from 'fast-check';
import { anyJson, anyText, hostileText } from './texts.ts';

/** The subset of JSON Schema that our API description uses. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** Names of existing content, so that some requests find something. */
export type Known = readonly string[];

const days = fc.constantFrom('2026-11-22', '2026-11-16', '1600-01-01', '2100-12-31', '1999-02-28');

/** Values that mostly match the schema. */
export function fitting(schema: Schema, known: Known): Arbitrary<unknown> {
  const { enum: choices, anyOf, oneOf } = schema;
  if (choices) return fc.constantFrom(...choices);
  if ('const' in schema) return fc.constant(schema.const);
  const options = anyOf ?? oneOf;
  if (options) return fc.oneof(...options.map((option) => nearly(option, known)));
  switch (schema.type) {
    case 'string':
      return texts(schema, known);
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.max(1, schema.minimum ?? 1), max: Math.max(1, schema.minimum ?? 1) + 11 }),
        fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2_147_483_647 }),
        ...(schema.type === 'number' ? [fc.double({ min: 0, max: 1, noNaN: true })] : []),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(nearly(schema.items ?? {}, known), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'object':
      return members(schema, known);
    default:
      return anyJson;
  }
}

function members({ properties = {}, required = [], additionalProperties }: Schema, known: Known): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, nearly(field, known)] as const),
  );
  const named = fc.record(fields, { requiredKeys: required.filter((name) => Object.hasOwn(fields, name)) });
  if (typeof additionalProperties !== 'object') return named;
  const more = fc.dictionary(fc.oneof(fc.constantFrom(...known), anyText), nearly(additionalProperties, known), {
    maxKeys: 4,
  });
  return fc.tuple(named, more).map(([one, other]) => ({ ...one, ...other }));
}

function texts({ format, pattern, maxLength }: Schema, known: Known): Arbitrary<string> {
  if (format === 'date') return fc.oneof(days, hostileText);
  if (format === 'uuid') return fc.uuid();
  const usual = fc.oneof(fc.constantFrom(...known), days, anyText);
  const fits = pattern ? fc.oneof(usual, fc.stringMatching(new RegExp(pattern), { size: 'small' })) : usual;
  // Sometimes of the maximum length, or one longer.
  const long = fc
    .nat({ max: 1 })
    .map((over) => 'a '.repeat((maxLength ?? 100) / 2 + 1).slice(0, (maxLength ?? 100) + over));
  return fc.oneof({ weight: 12, arbitrary: fits }, long);
}

/** Values that match the schema, or of another shape. */
export const nearly = (schema: Schema, known: Known): Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: anyJson });
