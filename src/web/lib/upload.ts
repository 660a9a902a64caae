import type { OperationResponse, OperationShape } from '#contract/http.ts';
import { idempotencyKeyHeader, isJsonResponse } from '#contract/http.ts';
import { addressOf, authorization, endSessionAt } from './api.ts';
import { keyOf, noteDone, noteFailed } from './intent.ts';
import { problemFrom, unreachable, unreadable } from './problem.ts';
import { repeatAfterSignIn } from './repeat-after-sign-in.ts';

export interface UploadOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  form: FormData;
  signal?: AbortSignal;
  /** Sent again, it is done once (`intent.ts`). */
  intent?: object;
  /** Bytes sent so far and in all; `sent === total` means that the server is now at work. */
  onProgress?: (sent: number, total: number) => void;
}

/**
 * Posts a multipart form and reports its progress, which fetch cannot. Returns and throws as
 * `api` does.
 */
export function upload<C extends OperationShape>(
  operation: C,
  options: UploadOptions,
): Promise<OperationResponse<C>> {
  return repeatAfterSignIn(operation, options.signal, () => post(operation, options));
}

async function post<C extends OperationShape>(
  operation: C,
  options: UploadOptions,
): Promise<OperationResponse<C>> {
  const address = await addressOf(operation, options);
  const request = new XMLHttpRequest();
  request.open(operation.method, address);
  request.responseType = 'arraybuffer';
  const headers = authorization(operation);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const { intent } = options;
  if (operation.idempotent) request.setRequestHeader(idempotencyKeyHeader, keyOf(intent));
  try {
    const value = await answered(operation, request, options, headers.authorization);
    noteDone(intent);
    return value;
  } catch (error) {
    noteFailed(intent, request.status);
    throw error;
  }
}

async function answered<C extends OperationShape>(
  operation: C,
  request: XMLHttpRequest,
  options: UploadOptions,
  authorized: string | undefined,
): Promise<OperationResponse<C>> {
  await sent(request, options);
  if (request.status < 200 || request.status > 299) {
    throw endSessionAt(
      operation,
      problemFrom(request.status, textOf(request), request.getResponseHeader('retry-after')),
      authorized,
    );
  }
  return bodyOf(operation, request);
}

function sent(request: XMLHttpRequest, { form, signal, onProgress }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', abort);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onload = () => resolve();
    request.onerror = () => reject(unreachable(undefined));
    request.onabort = () => reject(signal?.reason ?? unreachable(undefined));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.send(form);
  });
}

function bodyOf<C extends OperationShape>(
  operation: C,
  request: XMLHttpRequest,
): OperationResponse<C> {
  const shape = operation.response;
  if ('bytes' in shape) return bytesOf(request) as OperationResponse<C>;
  if (!isJsonResponse(shape)) return textOf(request) as OperationResponse<C>;
  try {
    return shape.parse(JSON.parse(textOf(request))) as OperationResponse<C>;
  } catch (error) {
    throw unreadable(request.status, error);
  }
}

function bytesOf({ response }: XMLHttpRequest): Uint8Array {
  return response instanceof ArrayBuffer ? new Uint8Array(response) : new Uint8Array();
}

function textOf(request: XMLHttpRequest): string {
  return new TextDecoder().decode(bytesOf(request));
}
