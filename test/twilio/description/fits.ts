/** Checks a value against a schema of Twilio's description; supports only what that one uses. */
import type { Description, Operation, Schema } from './published.ts';

const rfc2822 = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/;

/** What is wrong, a line each: `messages.0.status: "sentt" is none of …`. */
export function misfits(of: Description, given: Schema, value: unknown, at = ''): string[] {
  const schema = resolved(of, given);
  const wrong = (why: string) => [`${at}: ${JSON.stringify(value)} ${why}`];
  if (value === null) return schema.nullable || given.nullable ? [] : wrong('may not be null');
  if (schema.enum) {
    return schema.enum.includes(String(value)) ? [] : wrong(`is none of ${schema.enum.join(', ')}`);
  }
  if (schema.type === 'array') return misfitsOfList(of, schema, value, at);
  if (schema.type === 'object') return misfitsOfObject(of, schema, value, at);
  const type = schema.type === 'integer' ? 'number' : schema.type;
  if (typeof value !== type) return wrong(`is no ${schema.type}`);
  if (schema.pattern && !new RegExp(schema.pattern).test(String(value))) {
    return wrong(`does not fit ${schema.pattern}`);
  }
  const isDate = schema.format === 'date-time-rfc-2822';
  return isDate && !rfc2822.test(String(value)) ? wrong('is not a date of RFC 2822') : [];
}

function misfitsOfList(of: Description, { items }: Schema, value: unknown, at: string): string[] {
  if (!Array.isArray(value)) return [`${at}: is not a list`];
  return value.flatMap((one, n) => (items ? misfits(of, items, one, `${at}.${n}`) : []));
}

/** A field that the description does not know is wrong too: the double must not invent any. */
function misfitsOfObject(of: Description, schema: Schema, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: is no object`];
  const { properties } = schema;
  if (!properties) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const known = properties[key];
    return known ? misfits(of, known, one, `${at}.${key}`) : [`${at}.${key}: is not described`];
  });
}

function resolved({ components }: Description, schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const found = components.schemas[name];
  if (!found) throw new Error(`The description lacks ${name}.`);
  return found;
}

/** What a request holds that the operation does not know, or lacks, or gives in a wrong form. */
export function misfitsOfRequest(
  of: Description,
  operation: Operation,
  fields: URLSearchParams,
): string[] {
  const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema;
  const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const known = {
    ...Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    ...form?.properties,
  };
  const lacking = (form?.required ?? []).filter((name) => !fields.has(name));
  return [
    ...lacking.map((name) => `${name}: is needed`),
    ...[...fields].flatMap(([name, value]) => {
      const schema = known[name];
      if (!schema) return [`${name}: is not described`];
      // A list is one field several times.
      if (schema.type === 'array') return misfitsOfList(of, schema, [value], name);
      const typed = schema.type === 'integer' ? Number(value) : value;
      return misfits(of, schema, typed, name);
    }),
  ];
}
