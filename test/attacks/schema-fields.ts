/** Every place of a schema where a value can be put, at any depth. */
import type { z } from 'zod';
import { type SchemaPart, schemaParts } from '../../src/contract/entity-fields.ts';

export interface SchemaField {
  /** Keys from the outside in; `*` is an item of a list or a value of a record. */
  path: readonly string[];
  /** The types that fit, in zod's words. */
  types: readonly string[];
}

const deepest = 6;

/** The schema's own place first, with the empty path. */
export function schemaFields(schema: z.core.$ZodType | undefined): SchemaField[] {
  const found = new Map<string, { path: readonly string[]; types: Set<string> }>();
  if (schema) walk(schema, [], found);
  return [...found.values()].map(({ path, types }) => ({ path, types: [...types] }));
}

type Found = Map<string, { path: readonly string[]; types: Set<string> }>;

function walk(schema: z.core.$ZodType, path: readonly string[], found: Found): void {
  if (path.length > deepest) return;
  const field = found.get(path.join('\n')) ?? { path, types: new Set<string>() };
  found.set(path.join('\n'), field);
  field.types.add((schema as z.core.$ZodTypes)._zod.def.type);
  for (const [key, part] of partsOf(schema)) {
    walk(part, key === undefined ? path : [...path, key], found);
  }
}

/** What can be given inside a value, or instead of it; a pipe is given what goes in. */
function partsOf(schema: z.core.$ZodType): SchemaPart[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'pipe' ? [[undefined, def.in]] : schemaParts(schema);
}
