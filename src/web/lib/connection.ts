/** Whether the server responds, over all screens: what shows the present stops when it does not. */
import { ApiProblem } from './problem.ts';
import { createStore } from './store.ts';

/** Real milliseconds of the last response before the connection was lost; undefined while it is not. */
const lostSince = createStore<number | undefined>(undefined);
let lastHeard = Date.now();

export const useLostSince = lostSince.use;

export function heardServer(): void {
  lastHeard = Date.now();
  if (lostSince.get() !== undefined) lostSince.set(undefined);
}

/** A refusal is a response too. */
export function missedServer(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'unreachable') return;
  if (lostSince.get() === undefined) lostSince.set(lastHeard);
}
