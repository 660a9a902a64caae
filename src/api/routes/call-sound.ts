/**
 * `GET /sounds/<token>.wav`: where carriers fetch what a call plays. No session: the token is
 * signed. HEAD with `?ahead=1` speaks what the sound of a call will say, before it is placed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';
import { type SoundClaim, soundTokens } from '#db/sound-token.ts';
import { BusyError } from '#domain/speech/speaker.ts';
import { type CallSound, CallSounds } from '../call-sounds.ts';
import type { ApiDeps } from '../deps.ts';
import { rangeOf } from '../range.ts';

/**
 * An address is one sound for as long as a carrier may cache it: a common sound for a day, the sound of
 * one account, and an apology that names the client, until its call is over. Shared caches keep none.
 */
const cacheControl: Record<SoundClaim['kind'], string> = {
  message: 'private, max-age=86400',
  account: 'private, max-age=600',
  placeholders: 'private, max-age=600',
  prompt: 'private, max-age=86400',
  apology: 'private, max-age=600',
  silence: 'private, max-age=86400',
  ringing: 'private, max-age=86400',
};

interface Request {
  Params: { file: string };
  /** `ahead`: only speak the values, for a call that is not placed yet. */
  Querystring: { ahead?: string };
}

/** Milliseconds. */
const sweepEvery = 5_000;

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function serveCallSounds(app: FastifyInstance, deps: ApiDeps): void {
  const tokens = soundTokens(deps.vault);
  const sounds = new CallSounds(deps);
  const sweep = setInterval(() => {
    sounds
      .forgetGoneLists()
      .catch((err) => deps.log.warn({ err }, 'could not sweep spoken values'));
  }, sweepEvery).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
  const seconds = deps.metrics.histogram(
    'carillon_call_sound_seconds',
    'Time to make or find the sound of a call, by kind.',
    bounds,
  );

  const config = { contractPath: '/sounds/{token}.wav' };
  const notFound = () => problem('not_found', 'There is no such sound.');
  app.get<Request>('/sounds/:file', { config }, async (request, reply) => {
    const [, token] = /^(.+)\.wav$/.exec(request.params.file) ?? [];
    const claim = token === undefined ? undefined : tokens.read(token, Date.now());
    if (request.method === 'HEAD' && request.query.ahead !== undefined) {
      if (!claim || !(await unlessBusy(() => sounds.ahead(claim)))) throw notFound();
      return reply.code(204).send();
    }
    const began = performance.now();
    const sound = claim && (await unlessBusy(() => sounds.of(claim)));
    if (!sound) throw notFound();
    seconds.observe((performance.now() - began) / 1_000, { kind: claim.kind });
    reply.header('cache-control', cacheControl[claim.kind]).type('audio/wav');
    return sendSound(sound, request, reply);
  });
}

async function unlessBusy<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    const options = { retryAfter: 1, cause: error };
    throw problem('too_many_tries', 'Too many sounds are being generated.', options);
  }
}

/** The whole sound, a range of it, or that it has not changed (RFC 9110 sections 13 and 14). */
function sendSound({ bytes, etag }: CallSound, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', etag);
  const { 'if-none-match': known = '', 'if-range': same = etag } = request.headers;
  if (known.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag)) {
    return reply.code(304).send();
  }
  return same === etag ? rangeOf(bytes, request, reply) : bytes;
}
