/** Requests of the attacks: what the contract makes of them, and what it never would. */
import type { OperationShape } from '../../src/contract/http.ts';
import type { Ask } from '../api/tenancy-request.ts';
import type { Reply } from './verdict.ts';

interface Asked {
  path: string;
  method?: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData | undefined;
}

/** Asks over HTTP; what has no response has the status 0. */
export async function asked(
  url: string,
  { path, method = 'GET', token, headers: given = {}, body }: Asked,
): Promise<Reply> {
  const headers = new Headers(given);
  if (token !== undefined && !headers.has('authorization')) {
    headers.set('authorization', `Bearer ${token}`);
  }
  const text = body !== undefined && !(body instanceof FormData);
  if (text && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const init: RequestInit = {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  };
  try {
    const response = await fetch(url + path, init);
    const bytes = await response.arrayBuffer();
    return {
      status: response.status,
      head: [...response.headers].map((line) => line.join(': ')).join('\n'),
      type: response.headers.get('content-type') ?? '',
      text: Buffer.from(bytes).toString('utf8'),
    };
  } catch (error) {
    if (!(error instanceof TypeError) || error.cause === undefined) throw error;
    return { status: 0, head: '', type: '', text: '' };
  }
}

/** Text that stands in JSON as it is: `NaN`, `1e400`, a key twice. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return `@@${this.text}@@`;
  }
}

export function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value)?.replaceAll(/"@@((?:[^"\\]|\\.)*)@@"/g, (_, text: string) =>
    JSON.parse(`"${text}"`),
  );
}

/** An operation's request as it travels; an array in the query is a key that comes several times. */
export function requestFor(operation: OperationShape, ask: Ask): Asked {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(ask.params[name])),
  );
  const query = new URLSearchParams(
    Object.entries(ask.query).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, textOf(one)]),
    ),
  );
  const asked = { path: query.size === 0 ? path : `${path}?${query}`, method: operation.method };
  if (operation.method === 'GET') return asked;
  if (operation.multipart) return { ...asked, body: formOf(operation.multipart.files, ask) };
  return { ...asked, body: jsonOf(ask.body) };
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : String(jsonOf(value));

function formOf(fileField: string, { form, file }: Ask): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    data.set(name, typeof value === 'string' ? value : String(jsonOf(value)));
  }
  if (file) data.set(fileField, new Blob([file.content], { type: 'text/csv' }), file.name);
  return data;
}

/** The same request with another value at a path; lists and objects on the way are made. */
export function withValue(
  ask: Ask,
  source: 'params' | 'query' | 'body' | 'form',
  path: readonly string[],
  value: unknown,
): Ask {
  return { ...ask, [source]: set(ask[source], path, value) };
}

function set(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (key === '*' && Array.isArray(whole)) return [set(whole[0], rest, value), ...whole.slice(1)];
  if (key === '*' && typeof whole !== 'object') return [set(undefined, rest, value)];
  const inside = typeof whole === 'object' && whole !== null ? whole : {};
  const name = key === '*' ? '1' : key;
  return { ...inside, [name]: set(Reflect.get(inside, name), rest, value) };
}
