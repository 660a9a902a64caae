/**
 * How an operation of the platform API is defined, once, for the server, the console's client
 * and the API description. Several operations may share a method and path (the documents do so);
 * the query keys named in `when` distinguish them.
 */
import { z } from 'zod';

/** The response of an operation: a JSON schema, plain text, bytes of a media type, or nothing. */
export type ResponseShape = z.ZodType | { text: true } | { bytes: string } | { empty: true };

/**
 * A multipart operation: `files` are the names of file fields, `fields` the JSON or text fields.
 */
export interface Multipart {
  files: string;
  fields: z.ZodType;
}

interface OperationParts {
  name: string;
  /** `{name}` marks a path parameter. */
  path: string;
  summary: string;
  /** 'bearer' by default. */
  auth?: 'none' | 'bearer';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Query keys whose presence chooses this operation among those of one method and path. */
  when?: readonly string[];
  body?: z.ZodType;
  multipart?: Multipart;
  response: ResponseShape;
}

/**
 * What an operation does besides responding. Each POST says whether it changes something: it then
 * takes an Idempotency-Key, and is done once for each key (decision 054).
 */
type Effect = { method: 'GET'; idempotent?: never } | { method: 'POST'; idempotent: boolean };

export type OperationShape = OperationParts & Effect;

/** The header that names a manager's intent; every try of it carries the same key. */
export const idempotencyKeyHeader = 'Idempotency-Key';
/** In the response of a later try: it is the response to the first, which was not done again. */
export const replayedHeader = 'Idempotency-Replayed';
/** What a key may look like: a UUID, for example. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);
/** How long the response to a key is kept. */
export const idempotencyHours = 24;

/** Names an operation; keeps the literal types of its schemas for the binding and the client. */
export function defineOperation<const C extends OperationShape>(operation: C): C {
  return operation;
}

/**
 * Set by a page in which nobody pressed a key or button for a while: its requests, such as polls, do
 * not keep the session alive.
 */
export const unattendedHeader = 'Carillon-Unattended';

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives after validation. */
export interface OperationInput<C extends OperationShape> {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
}

/** What a caller passes; absent parts can be left out. */
export type OperationArguments<C extends OperationShape> = (C['params'] extends z.ZodType
  ? { params: Input<C['params']> }
  : { params?: undefined }) &
  (C['query'] extends z.ZodType ? { query?: Input<C['query']> } : { query?: undefined }) &
  (undefined extends Input<C['body']> ? { body?: Input<C['body']> } : { body: Input<C['body']> });

/** The response of an operation, as a value. */
export type OperationResponse<C extends OperationShape> = C['response'] extends z.ZodType
  ? z.output<C['response']>
  : C['response'] extends { text: true }
    ? string
    : C['response'] extends { bytes: string }
      ? Uint8Array
      : undefined;

/** True for a response that is JSON with a schema. */
export function isJsonResponse(response: ResponseShape): response is z.ZodType {
  return response instanceof z.ZodType;
}
