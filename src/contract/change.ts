/** Who changed a record last, which version that made, and what a stale save did not know of. */
import { z } from 'zod';
import { type Entity, instant, recordInBody } from './fields.ts';

/** On the wire of everything that a manager can edit. */
export const changeFields = {
  /** Grows with each change that a person makes; what the engine writes does not count. */
  version: z.number().int().optional(),
  /** The name of the manager who changed it last, or the operator; null when nobody knows. */
  changedBy: z.string().nullish(),
  /** When, on the platform's clock. */
  changedAt: instant.nullish(),
};

/**
 * In the input of a save or delete: the version that it began with. It is refused when somebody
 * else changed the record since; without one it is not checked.
 */
export const versionInput = { version: z.number().int().min(0).optional() };

/** The body of a delete: the record, of which the id and the version count. */
export function deletedRecord<Key extends string>(key: Key, entity: Entity) {
  return recordInBody(key, entity).unwrap().extend(versionInput).optional();
}

/** What the name of the last person is when it was the operator, at the command line. */
export const operatorName = 'the operator';

/** The change that a stale save did not know of. */
export const change = z.object({
  by: z.string(),
  at: instant,
  version: z.number().int(),
  /** The record as it is stored now, as the operation that reads it returns it. */
  stored: z.record(z.string(), z.unknown()),
});
export type Change = z.infer<typeof change>;
