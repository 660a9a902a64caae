/**
 * `POST /carrier/<name>/…`: callbacks of carriers. No session: the carrier's own signature is
 * checked. The response follows only after the event is stored.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallbackVerdict, type PostedCallback, storedSettings } from '#carriers/kind.ts';
import { problem } from '#contract/errors.ts';
import { asPlatform } from '#db/database.ts';
import { findCarrier, openedSettings } from '#db/queries/carrier.ts';
import { storeCallback } from '#db/queries/carrier-callback.ts';
import type { ApiDeps } from '../deps.ts';
import { noSuchPath } from '../plugins/problems.ts';

/** Bytes: some forty times the longest text. */
const largestBody = 64 * 1024;

interface Callback {
  Params: { name: string; '*': string };
}

export async function serveCarrierCallbacks(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  // In a scope of its own: no other path takes such a form.
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, text),
    );
    const config = { contractPath: '/carrier/{name}' };
    const options = { bodyLimit: largestBody, config };
    scope.post<Callback>('/carrier/:name/*', options, async (request, reply) => {
      const { name, '*': path } = request.params;
      const verdict = await judge(deps, name, postedBy(request, path, deps.publicUrl ?? ''));
      // A stranger learns nothing, not even which carriers exist.
      if (verdict.kind === 'refused') throw problem('not_signed', 'The signature is not valid.');
      if (verdict.kind === 'unknown') throw noSuchPath();
      const { keep, response } = verdict;
      if (keep)
        await asPlatform(deps.platformDb, (tx) =>
          storeCallback(tx, { carrier: name, path, ...keep }),
        );
      reply.header('cache-control', 'no-store').type(response.type);
      return response.body;
    });
  });
}

async function judge(
  { platformDb, vault, carrierKinds = {} }: ApiDeps,
  name: string,
  posted: PostedCallback,
): Promise<CallbackVerdict> {
  const stored = await asPlatform(platformDb, (tx) => findCarrier(tx, name));
  const kind = stored && carrierKinds[stored.kind];
  const settings = stored && kind && storedSettings(kind, openedSettings(vault, stored));
  if (!settings?.success) return { kind: 'refused' };
  return kind?.receive?.(settings.data, posted) ?? { kind: 'refused' };
}

function postedBy(request: FastifyRequest, path: string, publicUrl: string): PostedCallback {
  const { body, headers } = request;
  return {
    path,
    url: publicUrl + request.url,
    header: (name) => String(headers[name] ?? ''),
    fields: typeof body === 'string' ? [...new URLSearchParams(body)] : [],
  };
}
