/**
 * Binds the calls of the contract to Fastify. A route file says which handler answers which call;
 * the binding signs in, chooses among the calls of one path, refuses other clients, validates,
 * and sends the answer. A call without a handler answers 501.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { allCalls } from '#contract/calls.ts';
import { problem } from '#contract/errors.ts';
import type { CallAnswer, CallInput, CallShape } from '#contract/http.ts';
import { sendAnswer } from './answer.ts';
import { formOf, type ReadForm } from './form.ts';
import type { Authenticate, Session } from './plugins/session.ts';
import { type CallFields, fieldsOf, refuseOtherClient, refuseOtherRecord } from './tenancy.ts';
import { createUploadTurns, type UploadTurns } from './upload-turns.ts';
import { checked } from './validation.ts';

/** What a handler receives: everything validated, and the session of a call that needs one. */
export interface Visit<C extends CallShape> extends CallInput<C> {
  session: C['auth'] extends 'none' ? undefined : Session;
  form: C['multipart'] extends { fields: infer F extends z.ZodType }
    ? ReadForm<z.output<F>>
    : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

type AnyHandler = (visit: Visit<CallShape>) => Promise<unknown> | unknown;

/** Which handler answers which call, by the call's name. */
export type Bindings = Map<string, AnyHandler>;

/** A handler answers the call's value; a Readable streams it. */
export function route<C extends CallShape, const A extends CallAnswer<C> | Readable>(
  app: Bindings,
  call: C,
  handler: (visit: Visit<NoInfer<C>>) => A | Promise<A>,
): void {
  if (app.has(call.name)) throw new Error(`The call ${call.name} has two handlers.`);
  app.set(call.name, handler as unknown as AnyHandler);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path as the contract writes it, for figures. */
    contractPath?: string;
  }
}

interface BindingOptions {
  authenticate: Authenticate;
  checkAnswers: boolean;
}

/** One Fastify route for each method and path of the contract. */
export function bindCalls(app: FastifyInstance, bindings: Bindings, options: BindingOptions): void {
  const turns = createUploadTurns();
  const { checkAnswers } = options;
  for (const calls of callsByRoute(allCalls)) {
    const [first] = calls;
    const open = first.auth === 'none';
    const bound = calls.map((call) => {
      return bind(call, bindings.get(call.name), { checkAnswers, turns });
    });
    app.route({
      method: first.method,
      url: first.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { contractPath: first.path },
      ...(open ? {} : { onRequest: options.authenticate }),
      handler: (request, reply) => chosen(bound, request).answer(request, reply),
    });
  }
}

interface BoundCall {
  call: CallShape;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

function bind(
  call: CallShape,
  handler: AnyHandler | undefined,
  { checkAnswers, turns }: { checkAnswers: boolean; turns: UploadTurns },
): BoundCall {
  const fields = fieldsOf(call);
  return {
    call,
    async answer(request, reply) {
      const visit = await welcome(request, reply, call, fields, handler !== undefined);
      const work = async () => handler?.(visit);
      const value = call.multipart?.files
        ? await turns.take(visit.session?.clientId ?? 0, work)
        : await work();
      return sendAnswer(reply, call, value, checkAnswers);
    },
  };
}

/** Everything that is checked before a handler runs. */
async function welcome(
  request: FastifyRequest,
  reply: FastifyReply,
  call: CallShape,
  fields: CallFields,
  built: boolean,
): Promise<Visit<CallShape>> {
  const { session, params, body } = request;
  const query = withoutEmpty(request.query);
  if (session) {
    refuseOtherClient(session.clientId, params, fields.params);
    refuseOtherClient(session.clientId, query, fields.query);
    refuseOtherClient(session.clientId, body, fields.body);
  }
  if (!built) throw problem('not_built', 'This part of Carillon is not built yet.');
  if (call.body && request.isMultipart()) {
    throw problem('wrong_media_type', 'This call takes JSON, not a form.');
  }
  const visit = {
    session,
    params: call.params && checked(call.params, params, 'The path'),
    query: call.query && checked(call.query, query, 'The query'),
    body: call.body && checked(call.body, body, 'The body'),
    form: call.multipart && formOf({ request, reply, call, fields }, session?.clientId ?? 0),
    request,
    reply,
  };
  refuseOtherRecord(fields.params, params, { value: body, fields: fields.body, depth: 1 });
  return visit as Visit<CallShape>;
}

/** The call whose `when` keys are all in the query; the narrower ones stand first. */
function chosen(bound: readonly BoundCall[], request: FastifyRequest): BoundCall {
  const query = withoutEmpty(request.query);
  const fitting = bound.find(({ call }) => (call.when ?? []).every((key) => key in query));
  if (!fitting) throw problem('rule_broken', 'The query lacks what this call needs.');
  return fitting;
}

/** `?clientId=` says as little as no clientId. */
function withoutEmpty(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}

/** The calls in groups of one method and path. */
export function callsByRoute(calls: readonly CallShape[]): [CallShape, ...CallShape[]][] {
  const groups = new Map<string, [CallShape, ...CallShape[]]>();
  for (const call of calls) {
    const key = `${call.method} ${call.path}`;
    const group = groups.get(key);
    if (group) group.push(call);
    else groups.set(key, [call]);
  }
  return [...groups.values()];
}
