/**
 * Plays campaigns ahead beside the process's other work: a forecast takes up to seconds of a core. One
 * thread for the whole process, begun by the first forecast and gone a minute after the last.
 */
import { Worker } from 'node:worker_threads';
import type { CampaignForecast, ForecastChanges } from '#contract/forecast.ts';
import type { ForecastFacts } from '#domain/forecast/facts.ts';

const idleMs = 60_000;
/** Its objects are counts of groups, however long the list is. */
const limits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 96 };

export interface ForecastRequest {
  facts: ForecastFacts;
  changes: ForecastChanges;
}

interface Waiting extends PromiseWithResolvers<CampaignForecast> {
  request: ForecastRequest;
}

let worker: Worker | undefined;
let rest: NodeJS.Timeout | undefined;
/** The first one is being made. */
const waiting: Waiting[] = [];

/** @throws Error when its thread fails, for example for want of memory */
export function forecastInThread(request: ForecastRequest): Promise<CampaignForecast> {
  const one: Waiting = { ...Promise.withResolvers<CampaignForecast>(), request };
  waiting.push(one);
  if (waiting.length === 1) next();
  return one.promise;
}

function next(): void {
  const [first] = waiting;
  clearTimeout(rest);
  if (!first) {
    worker?.unref();
    rest = setTimeout(end, idleMs).unref();
    return;
  }
  worker ??= start();
  worker.ref();
  worker.postMessage(first.request);
}

function start(): Worker {
  const fresh = new Worker(new URL('./forecast-worker.ts', import.meta.url), {
    resourceLimits: limits,
  });
  const fail = (error: Error) => {
    if (worker !== fresh) return;
    worker = undefined;
    waiting.shift()?.reject(error);
    next();
  };
  fresh.on('message', (result: CampaignForecast) => {
    waiting.shift()?.resolve(result);
    next();
  });
  fresh.on('error', fail);
  fresh.on('exit', () => fail(new Error('The thread of forecasts ended.')));
  return fresh;
}

function end(): void {
  const old = worker;
  worker = undefined;
  void old?.terminate();
}
