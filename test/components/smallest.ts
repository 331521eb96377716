import type { z } from 'zod';

const texts = ['', '2026-11-28T06:30:00.000Z', '2026-11-28', 'asha@readers.test', 'x'];

/** The smallest value that fits a schema: empty lists and texts, no optional members. */
export const smallestOf = <S extends z.ZodType>(schema: S): z.output<S> => smallest(schema) as z.output<S>; // by the schema

function smallest(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, member]) => member._zod.optin !== 'optional')
          .map(([name, member]) => [name, smallest(member)]),
      );
    case 'array':
      return [];
    case 'record':
      return {};
    case 'tuple':
      return def.items.map(smallest);
    case 'boolean':
      return false;
    case 'number':
      return accepted(schema, [0, 1]);
    case 'string':
      return accepted(schema, texts);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return smallest(def.options[0] as z.core.$ZodType); // zod has no union of nothing
    case 'pipe':
      return smallest(def.in);
    case 'intersection':
      return { ...(smallest(def.left) as object), ...(smallest(def.right) as object) };
    case 'lazy':
      return smallest(def.getter());
    case 'readonly':
    case 'nonoptional':
      return smallest(def.innerType);
    case 'nullable':
    case 'null':
      return null;
    default:
      return undefined;
  }
}

const accepted = (schema: z.core.$ZodType, values: unknown[]) =>
  values.find((value) => (schema as z.ZodType).safeParse(value).success);
