/**
 * Plays campaigns ahead beside the process's other work: a forecast takes up to seconds of a core. One
 * thread for the whole process, begun by the first forecast and gone a minute after the last.
 */
import { Worker } from 'node:worker_threads';
import { problem } from '#contract/errors.ts';
import type { CampaignForecast, ForecastChanges } from '#contract/forecast.ts';
import type { ForecastFacts } from '#domain/forecast/facts.ts';
import { type Asker, enter, leave } from './turns.ts';

const idleMs = 60_000;
/** Its objects are counts of groups, however long the list is. */
const limits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 96 };

/** Its work is bounded: none takes longer, unless its thread hangs; real time. */
const longest = 30_000;

export interface ForecastRequest {
  facts: ForecastFacts;
  changes: ForecastChanges;
}

interface Waiting extends PromiseWithResolvers<CampaignForecast> {
  request: ForecastRequest;
  asker: Asker | null;
}

let worker: Worker | undefined;
let rest: NodeJS.Timeout | undefined;
let limit: NodeJS.Timeout | undefined;
/** The one that is being made. */
let current: Waiting | undefined;
let lastClient: number | undefined;
const waiting: Waiting[] = [];

/**
 * @param asker null for a background job
 * @param gone who asked no longer waits: it is not begun
 * @throws ProblemError canceled when a newer question took its place or who asked is gone,
 * too_many_tries when too many of the client wait
 * @throws Error when its thread fails, for example for want of memory or of time
 */
export function forecastInThread(
  request: ForecastRequest,
  asker: Asker | null,
  gone?: AbortSignal,
): Promise<CampaignForecast> {
  const one: Waiting = { ...Promise.withResolvers<CampaignForecast>(), request, asker };
  const { replaced, crowdedOut } = enter(waiting, one);
  for (const old of replaced) old.reject(problem('canceled', 'A newer question was asked.'));
  for (const old of crowdedOut) old.reject(tooMany());
  gone?.addEventListener('abort', () => giveUp(one), { once: true });
  if (gone?.aborted) giveUp(one);
  if (!current) next();
  return one.promise;
}

const tooMany = () =>
  problem('too_many_tries', 'Too many forecasts are being made. Try again in a moment.', {
    retryAfter: 5,
  });

function giveUp(one: Waiting): void {
  const at = waiting.indexOf(one);
  if (at < 0) return;
  waiting.splice(at, 1);
  one.reject(problem('canceled', 'The request was canceled.'));
}

function next(): void {
  clearTimeout(rest);
  clearTimeout(limit);
  current = leave(waiting, lastClient);
  if (!current) {
    worker?.unref();
    rest = setTimeout(end, idleMs).unref();
    return;
  }
  lastClient = current.asker?.clientId;
  worker ??= start();
  worker.ref();
  limit = setTimeout(tooLong, longest).unref();
  worker.postMessage(current.request);
}

function start(): Worker {
  const fresh = new Worker(new URL('./forecast-worker.ts', import.meta.url), {
    resourceLimits: limits,
  });
  fresh.on('message', (result: CampaignForecast) => {
    if (worker !== fresh) return;
    current?.resolve(result);
    next();
  });
  fresh.on('error', (error) => fail(fresh, error));
  fresh.on('exit', () => fail(fresh, new Error('The thread of forecasts ended.')));
  return fresh;
}

function fail(of: Worker, error: Error): void {
  if (worker !== of) return;
  worker = undefined;
  current?.reject(error);
  next();
}

function tooLong(): void {
  const old = worker;
  if (!old) return;
  fail(old, new Error('The forecast took too long.'));
  void old.terminate();
}

function end(): void {
  const old = worker;
  worker = undefined;
  void old?.terminate();
}
