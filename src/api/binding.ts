/**
 * Binds the operations of the contract to Fastify. A route file says which handler serves which
 * operation; the binding signs in, chooses among the operations of one path, refuses other clients,
 * validates, and sends the response. An operation without a handler responds 501.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { audited } from '#contract/audited.ts';
import { problem } from '#contract/errors.ts';
import type { OperationInput, OperationResponse, OperationShape } from '#contract/http.ts';
import { allOperations } from '#contract/operations.ts';
import { actingAs } from '#db/actor.ts';
import { actorOf, Refusals } from './audit.ts';
import { formOf, type ReadForm, readToEnd } from './form.ts';
import { Once, type OnceDeps, sendAgain } from './once.ts';
import type { Authenticate, Session } from './plugins/session.ts';
import { sendResponse } from './response.ts';
import { accessOf, refuseRole, refuseWithoutFactor } from './roles.ts';
import { fieldsOf, type OperationFields, refuseOtherClient, refuseOtherRecord } from './tenancy.ts';
import { createUploadTurns, type UploadTurns } from './upload-turns.ts';
import { checked } from './validation.ts';

/** What a handler receives: validated input, and the session of an operation that needs one. */
export interface Visit<C extends OperationShape> extends OperationInput<C> {
  session: C['auth'] extends 'none' ? undefined : Session;
  form: C['multipart'] extends { fields: infer F extends z.ZodType }
    ? ReadForm<z.output<F>>
    : undefined;
  /** Does what a key asks for once; a handler that changes something passes its work to it. */
  once: Once;
  request: FastifyRequest;
  reply: FastifyReply;
}

type AnyHandler = (visit: Visit<OperationShape>) => Promise<unknown> | unknown;

/** The handlers, by the operation's name. */
export type Bindings = Map<string, AnyHandler>;

/** A handler returns the operation's value; a Readable streams it. */
export function route<C extends OperationShape, const A extends OperationResponse<C> | Readable>(
  app: Bindings,
  operation: C,
  handler: (visit: Visit<NoInfer<C>>) => A | Promise<A>,
): void {
  if (app.has(operation.name)) throw new Error(`The operation ${operation.name} has two handlers.`);
  app.set(operation.name, handler as unknown as AnyHandler);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path as the contract writes it, for metrics. */
    contractPath?: string;
  }
}

interface BindingOptions {
  authenticate: Authenticate;
  checkResponses: boolean;
  /** Where responses are kept. */
  kept: OnceDeps;
  refusals?: Refusals;
}

/**
 * One Fastify route for each method and path of the contract.
 *
 * @throws Error if an operation has no handler
 */
export function bindOperations(
  app: FastifyInstance,
  bindings: Bindings,
  options: BindingOptions,
): void {
  const turns = createUploadTurns();
  const { checkResponses, kept, refusals = new Refusals(kept.db) } = options;
  for (const operations of operationsByRoute(allOperations)) {
    const [first] = operations;
    const open = first.auth === 'none';
    const bound = operations.map((operation) => {
      const handler = bindings.get(operation.name);
      if (!handler) throw new Error(`The operation ${operation.name} has no handler.`);
      return bind(operation, handler, { checkResponses, kept, turns });
    });
    app.route({
      method: first.method,
      url: first.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { contractPath: first.path },
      ...(open ? {} : { onRequest: [options.authenticate, refuseLowerRoles(bound, refusals)] }),
      handler: async (request, reply) => {
        const one = chosen(bound, request);
        const { method, name } = one.operation;
        request.changes = method === 'POST' && audited[name] !== 'reads';
        const respond = () => one.respond(request, reply);
        return noting(refusals, one, request, () =>
          actingAs(actorOf(request, one.operation.name), respond),
        );
      },
    });
  }
}

interface BoundOperation {
  operation: OperationShape;
  /** Throws unless the session of the request may ask for this: its role, and its second factor. */
  refuseRole(request: FastifyRequest): void;
  respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

function bind(
  operation: OperationShape,
  handler: AnyHandler,
  {
    checkResponses,
    kept,
    turns,
  }: Omit<BindingOptions, 'authenticate' | 'refusals'> & { turns: UploadTurns },
): BoundOperation {
  const fields = fieldsOf(operation);
  const needed = accessOf(operation);
  return {
    operation,
    refuseRole: ({ session, params }) => {
      if (!session) return;
      refuseWithoutFactor(session, operation);
      refuseRole(session, needed, { params, fields: fields.params });
    },
    async respond(request, reply) {
      const visit = await welcome(request, reply, { operation, fields, kept });
      const readForm = visit.form && (() => readToEnd(visit.form));
      const work = async () => visit.once.run(async () => handler(visit), readForm);
      const done = operation.multipart?.files
        ? await turns.take(visit.session?.clientId ?? 0, work)
        : await work();
      if ('response' in done) return sendAgain(reply, done.response);
      return sendResponse(reply, operation, done.value, checkResponses);
    },
  };
}

interface Welcomed {
  operation: OperationShape;
  fields: OperationFields;
  kept: OnceDeps;
}

/** Before the body is read: whoever may not ask sends no upload either. */
function refuseLowerRoles(bound: readonly BoundOperation[], refusals: Refusals) {
  return async (request: FastifyRequest) => {
    const one = chosen(bound, request);
    await noting(refusals, one, request, async () => one.refuseRole(request));
  };
}

/** Refusals go into the audit log before they are sent. */
async function noting<T>(
  refusals: Refusals,
  { operation }: BoundOperation,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await refusals.note(error, operation, request);
    throw error;
  }
}

/** Everything that is checked before a handler runs. */
async function welcome(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, fields, kept }: Welcomed,
): Promise<Visit<OperationShape>> {
  const { session, params, body } = request;
  const query = withoutEmpty(request.query);
  if (session) {
    refuseOtherClient(session.clientId, params, fields.params);
    refuseOtherClient(session.clientId, query, fields.query);
    refuseOtherClient(session.clientId, body, fields.body);
  }
  if (operation.body && request.isMultipart()) {
    throw problem('wrong_media_type', 'This operation takes JSON, not a form.');
  }
  const once = new Once(kept, { operation, request, reply, session });
  const visit = {
    once,
    session,
    params: operation.params && checked(operation.params, params, 'The path'),
    query: operation.query && checked(operation.query, query, 'The query'),
    body: operation.body && checked(operation.body, body, 'The body'),
    form:
      operation.multipart &&
      formOf({ request, reply, operation, fields, hash: once.hash }, session?.clientId ?? 0),
    request,
    reply,
  };
  refuseOtherRecord(fields.params, params, { value: body, fields: fields.body, depth: 1 });
  return visit as Visit<OperationShape>;
}

/** The operation whose `when` keys are all in the query; the narrower ones come first. */
function chosen(bound: readonly BoundOperation[], request: FastifyRequest): BoundOperation {
  const query = withoutEmpty(request.query);
  const fitting = bound.find(({ operation }) =>
    (operation.when ?? []).every((key) => key in query),
  );
  if (!fitting) throw problem('rule_broken', 'A required query parameter is missing.');
  return fitting;
}

/** An empty `?clientId=` counts as none. */
function withoutEmpty(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}

/** The operations in groups of one method and path. */
export function operationsByRoute(
  operations: readonly OperationShape[],
): [OperationShape, ...OperationShape[]][] {
  const groups = new Map<string, [OperationShape, ...OperationShape[]]>();
  for (const operation of operations) {
    const key = `${operation.method} ${operation.path}`;
    const group = groups.get(key);
    if (group) group.push(operation);
    else groups.set(key, [operation]);
  }
  return [...groups.values()];
}
