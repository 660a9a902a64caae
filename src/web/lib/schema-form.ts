/** A form validated by the schema of what it sends. */
import type { z } from 'zod';
import type { FieldError } from '#contract/errors.ts';

/** Every rule of the schema that a value breaks; a field may have several. */
export function schemaErrors(schema: z.ZodType, value: unknown): FieldError[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** The first complaint of each field, in the order in which the schema has the fields. */
export function inFormOrder(schema: z.ZodObject, errors: readonly FieldError[]): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const error of errors) {
    if (!first.has(error.path)) first.set(error.path, error);
  }
  const order = Object.keys(schema.shape);
  const rank = ({ path }: FieldError) => order.indexOf(path.split('.')[0] ?? path);
  return [...first.values()].sort((a, b) => rank(a) - rank(b));
}

/** The part of a stored record that its form sends back. */
export function fieldsOf<S extends z.ZodObject, V extends object>(
  schema: S,
  value: V,
): Pick<V, keyof V & keyof S['shape']> {
  const entries = Object.entries(value).filter(([key]) => key in schema.shape);
  return Object.fromEntries(entries) as Pick<V, keyof V & keyof S['shape']>;
}

/** The complaint about a name that another record of the client has, whatever its case. */
export function takenName(name: string, others: readonly string[], message: string): FieldError[] {
  const wanted = name.trim().toLowerCase();
  const taken = others.some((other) => other.trim().toLowerCase() === wanted);
  return taken ? [{ path: 'name', message }] : [];
}
