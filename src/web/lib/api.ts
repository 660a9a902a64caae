import {
  idempotencyKeyHeader,
  isJsonResponse,
  type OperationArguments,
  type OperationResponse,
  type OperationShape,
  unattendedHeader,
} from '#contract/http.ts';
import type { finishOidc } from '#contract/oidc.ts';
import { readTogether } from '#contract/reads.ts';
import type { finishLogin } from '#contract/second-factor.ts';
import { login } from '#contract/session.ts';
import { isAttended } from './attended.ts';
import { noteRequest } from './feed-pace.ts';
import { keyOf, noteDone, noteFailed } from './intent.ts';
import { type ApiProblem, problemFrom, unreachable, unreadable } from './problem.ts';
import { repeatAfterProof } from './proof.ts';
import { repeatAfterSignIn } from './repeat-after-sign-in.ts';
import { currentSession, refuseSession, updateSession } from './session.ts';
import { platformApiUrl } from './settings.ts';

// By their names: the first screen needs nothing else of a second factor and of other providers.
const signsIn = new Set<string>([
  login.name,
  'finishLogin' satisfies typeof finishLogin.name,
  'finishOidc' satisfies typeof finishOidc.name,
]);

type Values = Record<string, unknown>;

/**
 * Makes one operation of the contract: `api(listCampaigns, { query: { clientId } })`.
 * Returns the parsed response; throws `ApiProblem` for every failure and the abort reason when
 * `signal` aborts. A 401 to an operation that carried a token ends the session; after a sign-in over
 * the page it is repeated.
 */
export async function api<C extends OperationShape>(
  operation: C,
  ...[options]: Options<C>
): Promise<OperationResponse<C>> {
  const given: Given = options ?? {};
  const response = await respond(operation, given);
  return confirmed(given.intent, () => readResponse(operation, response));
}

/**
 * As `api`, for a file that may be large: the browser keeps it, not the page's memory. Its name is how the
 * server names it (save-file.ts).
 */
export async function apiFile<C extends OperationShape>(
  operation: C,
  ...[options]: Options<C>
): Promise<Blob> {
  const given: Given = options ?? {};
  const response = await respond(operation, given);
  return confirmed(given.intent, async () => {
    try {
      const blob = await response.blob();
      const name = response.headers.get('content-disposition') ?? '';
      return new File([blob], name, { type: blob.type });
    } catch (error) {
      // The connection or the server failed during the transfer.
      throw unreachable(error);
    }
  });
}

/** A response counts once it was read: what broke off before may be asked for again. */
async function confirmed<T>(intent: object | undefined, read: () => Promise<T>): Promise<T> {
  try {
    const value = await read();
    noteDone(intent);
    return value;
  } catch (error) {
    noteFailed(intent, 0);
    throw error;
  }
}

function respond(operation: OperationShape, given: Given): Promise<Response> {
  return repeatAfterSignIn(operation, given.signal, () =>
    repeatAfterProof(() => send(operation, given)),
  );
}

async function send(operation: OperationShape, given: Given): Promise<Response> {
  const headers = new Headers(authorization(operation));
  let body: string | undefined;
  if (given.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(given.body);
  }
  if (operation.idempotent) headers.set(idempotencyKeyHeader, keyOf(given.intent));
  const address = await addressOf(operation, given);
  if (operation.name !== readTogether.name) noteRequest();
  let response: Response;
  try {
    response = await fetch(address, {
      method: operation.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(given.signal ? { signal: given.signal } : {}),
      ...(given.keepalive ? { keepalive: true } : {}),
    });
  } catch (error) {
    noteFailed(given.intent, 0);
    if (given.signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (response.ok) return response;
  noteFailed(given.intent, response.status);
  throw await failure(operation, response, headers.get('authorization'));
}

interface Extra {
  signal?: AbortSignal;
  /** Of an operation that changes something: sent again, it is done once (`intent.ts`). */
  intent?: object;
  /** Goes out although the page is being left. */
  keepalive?: boolean;
}

type Options<C extends OperationShape> =
  Record<string, never> extends OperationArguments<C>
    ? [options?: OperationArguments<C> & Extra]
    : [options: OperationArguments<C> & Extra];

interface Given extends Extra {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
}

/** The headers of the signed-in manager, none before sign-in. */
export function authorization(operation: OperationShape): Record<string, string> {
  const token = currentSession()?.bearerToken;
  if (!token) return {};
  // A sign-in ends the session of before.
  if (signsIn.has(operation.name)) return { authorization: `Bearer ${token}` };
  if (operation.auth === 'none') return {};
  return {
    authorization: `Bearer ${token}`,
    ...(isAttended() ? {} : { [unattendedHeader]: 'true' }),
  };
}

/** The full address of an operation with its path parameters and query filled in. */
export async function addressOf(
  operation: OperationShape,
  given: Pick<Given, 'params' | 'query'>,
): Promise<string> {
  return `${await platformApiUrl()}${pathOf(operation, given)}`;
}

/** The same without the server. A list in the query is given once for each of its values. */
export function pathOf(
  operation: OperationShape,
  { params = {}, query = {} }: Pick<Given, 'params' | 'query'>,
): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one));
    }
  }
  // A slash may stand in a query, and is easier to read in a log.
  return search.size > 0 ? `${path}?${search}`.replaceAll('%2F', '/') : path;
}

/**
 * A 401 means that the token is no longer good, except where a password is being judged. A
 * response to the token of an earlier session (`sent` is its header) does not end the current one.
 */
export function endSessionAt(
  operation: OperationShape,
  problem: ApiProblem,
  sent: string | null | undefined,
): ApiProblem {
  const current = authorization(operation).authorization;
  if (operation.auth === 'none' || !current || sent !== current) return problem;
  if (problem.status === 401) refuseSession();
  // The rule was made while this page was open: the setup takes its place.
  if (problem.code === 'second_factor_setup_required') updateSession({ mustSetUpFactor: true });
  return problem;
}

async function failure(
  operation: OperationShape,
  response: Response,
  sent: string | null,
): Promise<ApiProblem> {
  const problem = problemFrom(
    response.status,
    await response.text(),
    response.headers.get('retry-after'),
  );
  return endSessionAt(operation, problem, sent);
}

async function readResponse<C extends OperationShape>(
  operation: C,
  response: Response,
): Promise<OperationResponse<C>> {
  try {
    return (await bodyOf(operation, response)) as OperationResponse<C>;
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw unreadable(response.status, error);
  }
}

async function bodyOf(operation: OperationShape, response: Response): Promise<unknown> {
  const shape = operation.response;
  if (isJsonResponse(shape)) {
    return shape.parse(response.status === 204 ? undefined : await response.json());
  }
  if ('text' in shape) return response.text();
  if ('bytes' in shape) return new Uint8Array(await response.arrayBuffer());
  return undefined;
}
