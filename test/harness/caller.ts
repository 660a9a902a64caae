/** Asks the API and returns what came, whatever the status. */
export interface Caller {
  readonly token: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  /** FormData goes as multipart, a string or bytes as they are, everything else as JSON. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
  json<T = unknown>(): T;
}

/** A proof renews the token; the caller goes on with the new one, as the console does. */
export function caller(url: string, first?: string): Caller {
  let token = first;
  const ask = async (path: string, init: RequestInit): Promise<TestResponse> => {
    const headers = new Headers(init.headers);
    if (token !== undefined && !headers.has('authorization')) {
      headers.set('authorization', `Bearer ${token}`);
    }
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    if (path === '/api/security/prove' && response.ok) {
      token = (JSON.parse(text) as { bearerToken: string }).bearerToken;
    }
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      json: <T>() => JSON.parse(text) as T,
    };
  };
  return {
    get token() {
      return token;
    },
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, headers = {}) => {
      const json = { 'content-type': 'application/json', ...headers };
      if (body === undefined) return ask(path, { method: 'POST', headers });
      if (body instanceof FormData) return ask(path, { method: 'POST', body, headers });
      if (typeof body === 'string') return ask(path, { method: 'POST', body, headers: json });
      return ask(path, { method: 'POST', body: JSON.stringify(body), headers: json });
    },
  };
}
