/** The thread that plays campaigns ahead: each request in its turn, one response each. */
import { parentPort } from 'node:worker_threads';
import { outlookOf } from '#domain/forecast/outlook.ts';
import type { ForecastRequest } from './thread.ts';

parentPort?.on('message', ({ facts, changes }: ForecastRequest) => {
  parentPort?.postMessage(outlookOf(facts, changes));
});
