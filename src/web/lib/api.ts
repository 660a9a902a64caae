import {
  type CallAnswer,
  type CallArguments,
  type CallShape,
  isJsonAnswer,
} from '#contract/http.ts';
import { type ApiProblem, problemFrom, unreachable, unreadable } from './problem.ts';
import { currentSession, signOut } from './session.ts';
import { platformApiUrl } from './settings.ts';

type Values = Record<string, unknown>;

/**
 * Makes one call of the contract: `api(listCampaigns, { query: { clientId } })`.
 * Returns the parsed response; throws `ApiProblem` for every failure and the abort reason when
 * `signal` aborts. A 401 to a call that carried a token ends the session.
 */
export async function api<C extends CallShape>(
  call: C,
  ...[options]: Options<C>
): Promise<CallAnswer<C>> {
  return readAnswer(call, await respond(call, options ?? {}));
}

/** As `api`, for a file that may be large: the browser keeps it, not the page's memory. */
export async function apiFile<C extends CallShape>(
  call: C,
  ...[options]: Options<C>
): Promise<Blob> {
  const response = await respond(call, options ?? {});
  try {
    return await response.blob();
  } catch (error) {
    // The connection broke, or the server broke off, on the way.
    throw unreachable(error);
  }
}

async function respond(call: CallShape, given: Given): Promise<Response> {
  const headers = new Headers(authorization(call));
  let body: string | undefined;
  if (given.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(given.body);
  }
  const address = await addressOf(call, given);
  let response: Response;
  try {
    response = await fetch(address, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(given.signal ? { signal: given.signal } : {}),
    });
  } catch (error) {
    if (given.signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (!response.ok) throw await failure(call, response, headers.get('authorization'));
  return response;
}

type Options<C extends CallShape> =
  Record<string, never> extends CallArguments<C>
    ? [options?: CallArguments<C> & { signal?: AbortSignal }]
    : [options: CallArguments<C> & { signal?: AbortSignal }];

interface Given {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
  signal?: AbortSignal;
}

/** The bearer header of the signed-in manager, none before sign-in. */
export function authorization(call: CallShape): Record<string, string> {
  const token = call.auth === 'none' ? undefined : currentSession()?.bearerToken;
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** The full address of a call with its path parameters and query filled in. */
export async function addressOf(
  call: CallShape,
  { params = {}, query = {} }: Pick<Given, 'params' | 'query'>,
): Promise<string> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const suffix = search.size > 0 ? `?${search}` : '';
  return `${await platformApiUrl()}${path}${suffix}`;
}

/**
 * A 401 means that the token is no longer good, except where a password is being judged. An answer
 * to the token of a session before (`sent` is its header) says nothing of the one that began since.
 */
export function endSessionAt(
  call: CallShape,
  problem: ApiProblem,
  sent: string | null | undefined,
): ApiProblem {
  const current = authorization(call).authorization;
  if (problem.status === 401 && current && sent === current) signOut({ cutOff: true });
  return problem;
}

async function failure(
  call: CallShape,
  response: Response,
  sent: string | null,
): Promise<ApiProblem> {
  const problem = problemFrom(
    response.status,
    await response.text(),
    response.headers.get('retry-after'),
  );
  return endSessionAt(call, problem, sent);
}

async function readAnswer<C extends CallShape>(
  call: C,
  response: Response,
): Promise<CallAnswer<C>> {
  try {
    return (await answerOf(call, response)) as CallAnswer<C>;
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw unreadable(response.status, error);
  }
}

async function answerOf(call: CallShape, response: Response): Promise<unknown> {
  const { answer } = call;
  if (isJsonAnswer(answer)) {
    return answer.parse(response.status === 204 ? undefined : await response.json());
  }
  if ('text' in answer) return response.text();
  if ('bytes' in answer) return new Uint8Array(await response.arrayBuffer());
  return undefined;
}
