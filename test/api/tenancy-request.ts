/** Requests of the tenancy walk: built valid, changed at one path, sent. */
import type { OperationShape } from '../../src/contract/http.ts';
import type { Caller, TestResponse } from '../harness/caller.ts';
import { sampleOf } from './sample.ts';
import { type Sample, samples } from './samples.ts';
import type { RecordName, Records } from './tenancy-fixtures.ts';

export interface Ask {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  form: Record<string, unknown>;
  file: { name: string; content: string | Uint8Array<ArrayBuffer> } | undefined;
  use: Partial<Record<string, RecordName>>;
}

/** A valid request of the client that `own` belongs to; throws when none can be made. */
export function requestOf(operation: OperationShape, own: Records): Ask {
  const given: Sample = samples[operation.name]?.(own) ?? {};
  const use = given.use ?? {};
  const swapped = Object.entries(use).map(([entity, name]) => [entity, own.ids[name ?? 'client']]);
  const ids = { ...own.ids, ...Object.fromEntries(swapped) };
  const made = <T>(schema: Parameters<typeof sampleOf>[0] | undefined, none: T) =>
    (schema ? sampleOf(schema, ids) : none) as T;
  return {
    params: given.params ?? made(operation.params, {}),
    query: given.query ?? made(operation.query, {}),
    body: given.body ?? made(operation.body, undefined),
    form: given.form ?? made(operation.multipart?.fields, {}),
    file: given.file,
    use,
  };
}

/** The same request with another value at one path; a `*` in the path is the first item. */
export function withValueAt(
  ask: Ask,
  source: 'params' | 'query' | 'body' | 'form',
  path: readonly string[],
  value: unknown,
): Ask {
  return { ...ask, [source]: set(ask[source], path, value) };
}

function set(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (key === '*') {
    if (!Array.isArray(whole)) throw new Error(`The sample has no list at ${path.join('.')}.`);
    return [set(whole[0], rest, value), ...whole.slice(1)];
  }
  return { ...(whole as object), [key]: set(Reflect.get(Object(whole), key), rest, value) };
}

export function send(
  me: Caller,
  operation: OperationShape,
  ask: Ask,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(ask.params[name]),
  );
  const query = new URLSearchParams(
    Object.entries(ask.query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const address = `${path}?${query}`;
  if (operation.method === 'GET') return me.get(address, headers);
  const body = operation.multipart ? formOf(operation.multipart.files, ask) : ask.body;
  return me.post(address, body, headers);
}

function formOf(fileField: string, { form, file }: Ask): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    data.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (file) data.set(fileField, new Blob([file.content], { type: 'text/csv' }), file.name);
  return data;
}
