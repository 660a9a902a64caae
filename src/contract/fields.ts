/** The shapes that several nouns share: ids that know their noun, telephone numbers, dates. */
import { z } from 'zod';

/** Every kind of record that an id can name; the tenancy walk makes one of each. */
export type Entity =
  | 'client'
  | 'manager'
  | 'session'
  | 'passkey'
  | 'account-field'
  | 'voice-message'
  | 'voice-message-step'
  | 'text-message'
  | 'campaign'
  | 'text-campaign'
  | 'call-list'
  | 'do-not-call'
  | 'caller-id-bucket'
  | 'texting-number'
  | 'report-archive'
  | 'report-filter'
  | 'inbound-text'
  | 'policy-rule';

/** Registry of which schemas carry ids of which entity; read by the server's tenancy check. */
export const entityRegistry = z.registry<{ entity: Entity }>();

/** An id in a JSON body. 0 or -1 mean "new" where the operation says so. */
export function idOf(entity: Entity) {
  return z.number().int().register(entityRegistry, { entity });
}

/** An id in a path or query, where it arrives as text. */
export function idTextOf(entity: Entity) {
  return z.coerce.number().int().register(entityRegistry, { entity });
}

/** `?clientId=`; the token's client when absent, 403 when it is another's. */
export const clientQuery = z.object({ clientId: idTextOf('client').optional() });

/** Bodies may carry the clientId too; the same rule. */
export const clientIdInBody = idOf('client').optional();

/**
 * The body of an operation that needs none: the documents send the whole record, of which only the
 * id counts. It can be left out, and must match the one in the path.
 */
export function recordInBody<Key extends string>(key: Key, entity: Entity) {
  const id = { [key]: idOf(entity).optional() } as Record<Key, z.ZodOptional<z.ZodNumber>>;
  return z.object({ ...id, clientId: clientIdInBody }).optional();
}

export const count = z.number().int().nonnegative();

/** The IANA name of a zone. */
export const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, 'This is not the name of a time zone.');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** ISO 8601, UTC. */
export const instant = z.iso.datetime({ offset: true });

/** A telephone number as a person or program may send it: 10 or 11 digits, or formatted. */
export const phoneInput = z.string().max(40);

/** Monday first, 1 means on. */
export const weekdays = z
  .string()
  .regex(/^[01]{7}$/, 'Weekdays are seven digits of 0 or 1, Monday first.');

/** Whether any of the seven days is ticked. */
export function anyDay(weekdays: string): boolean {
  return weekdays.includes('1');
}

interface CrossRule<V> {
  /** The field that carries the sentence. */
  path: string;
  message: string;
  /** The fields that the rule reads. */
  needs: z.ZodType<V>;
  holds: (value: V) => boolean;
}

/**
 * The schema with a rule over several of its fields. Unlike a plain `refine` it is also checked
 * while other fields are wrong, because a form shows all errors at once.
 */
export function withRule<S extends z.ZodObject, V>(schema: S, rule: CrossRule<V>): S {
  const { path, message, needs, holds } = rule;
  const judged = (value: unknown) => {
    const read = needs.safeParse(value);
    return !read.success || holds(read.data);
  };
  return schema.refine(judged, { path: [path], error: message, when: () => true });
}

/** The plain `true` of edit, delete and close operations. */
export const done = z.literal(true);
