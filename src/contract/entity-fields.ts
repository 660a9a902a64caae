/** Where a schema carries ids of records, at any depth: for the tenancy check and its test. */
import type { z } from 'zod';
import { type Entity, entityRegistry } from './fields.ts';

export interface EntityField {
  entity: Entity;
  /** Keys from the outside in; `*` means each item of a list or each value of a record. */
  path: readonly string[];
}

/** Every id-bearing field of a schema. */
export function entityFields(schema: z.core.$ZodType | undefined): EntityField[] {
  return schema ? found(schema, []) : [];
}

function found(schema: z.core.$ZodType, path: readonly string[]): EntityField[] {
  const entity = entityRegistry.get(schema as z.ZodType)?.entity;
  if (entity) return [{ entity, path }];
  return schemaParts(schema).flatMap(([key, part]) =>
    found(part, key === undefined ? path : [...path, key]),
  );
}

export type SchemaPart = [key: string | undefined, schema: z.core.$ZodType];

/** The schemas directly inside a schema, each with its key; undefined: instead of it. */
export function schemaParts(schema: z.core.$ZodType): SchemaPart[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['*', def.element]];
    case 'record':
      return [['*', def.valueType]];
    case 'tuple':
      return def.items.map((item): SchemaPart => ['*', item]);
    case 'union':
      return def.options.map((option): SchemaPart => [undefined, option]);
    case 'intersection':
      return [
        [undefined, def.left],
        [undefined, def.right],
      ];
    case 'pipe':
      return [
        [undefined, def.in],
        [undefined, def.out],
      ];
    case 'lazy':
      return [[undefined, def.getter()]];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [[undefined, def.innerType]];
    default:
      return [];
  }
}

/** The values that a JSON value holds at a field's path. */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inside = key === '*' ? Object.values(value) : [Reflect.get(value, key)];
  return inside.flatMap((item) => valuesAt(item, rest));
}
