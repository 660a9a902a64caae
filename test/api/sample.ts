/** Valid values made from a schema, so that a new call is walked without anyone writing one. */
import type { z } from 'zod';
import { entityFields } from '../../src/contract/entity-fields.ts';
import { type Entity, entityRegistry } from '../../src/contract/fields.ts';

const words = [
  'Sample',
  '1000000',
  'sample@example.com',
  '2026-11-20T15:00:00Z',
  '2026-11-20',
  '3025550148',
  ',',
  '1',
];
const numbers = [1, 2, 3, 0, 10, 100];

/** A valid value, with the ids of `ids` where the schema carries ids; throws when it finds none. */
export function sampleOf(schema: z.core.$ZodType, ids: Record<Entity, number>): unknown {
  const value = candidate(schema as z.core.$ZodTypes, ids);
  const result = (schema as z.ZodType).safeParse(value);
  if (!result.success) throw new Error(`No valid sample was found: ${result.error.message}`);
  return value;
}

function candidate(schema: z.core.$ZodTypes, ids: Record<Entity, number>): unknown {
  const entity = entityRegistry.get(schema as unknown as z.ZodType)?.entity;
  if (entity) return ids[entity];
  const { def } = schema._zod;
  const inside = (part: z.core.$ZodType) => candidate(part as z.core.$ZodTypes, ids);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .map(([key, part]) => [key, inside(part)])
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return [inside(def.element)];
    case 'union':
      return inside(def.options[0] as z.core.$ZodType);
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'readonly':
      return inside(def.innerType);
    case 'optional':
      return entityFields(def.innerType).length > 0 ? inside(def.innerType) : undefined;
    case 'pipe':
      return inside(def.in);
    case 'boolean':
      return false;
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'string':
      return fitting(schema, words);
    case 'number':
      return fitting(schema, numbers);
    default:
      return undefined;
  }
}

function fitting(schema: z.core.$ZodTypes, values: readonly unknown[]): unknown {
  return values.find((value) => (schema as unknown as z.ZodType).safeParse(value).success);
}
