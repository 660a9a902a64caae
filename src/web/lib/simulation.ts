import { z } from 'zod';
import { type SimulationState, simulationState } from '#contract/platform.ts';
import { createStore } from './store.ts';

/** The simulation's clock as last received, with the real instant at which that was true. */
const receivedClock = simulationState.extend({ receivedAt: z.number() });
type ReceivedClock = z.infer<typeof receivedClock>;

const clock = createStore<ReceivedClock | undefined>(undefined);
/** As the page before this one received it: right until the server responds. */
const remembered = readStored();

/** Another version, or a hand, may have written something else there. */
function readStored(): ReceivedClock | undefined {
  try {
    // Pure rules are also tested without a browser.
    return receivedClock.parse(JSON.parse(globalThis.localStorage?.getItem('clock') ?? 'null'));
  } catch {
    return undefined;
  }
}

export const useSimulation = clock.use;

/** Keeps the response of GET /api/simulation; `receivedAt` is real milliseconds since the epoch. */
export function receiveSimulation(state: SimulationState, receivedAt: number): void {
  const received = { ...state, receivedAt };
  localStorage.setItem('clock', JSON.stringify(received));
  clock.set(received);
}

/**
 * The instant on the platform's clock (calls, schedules, "today") at a real instant: the
 * simulation's while it runs, else the same.
 */
export function toPlatformTime(real: Date): Date {
  const received = clock.get() ?? remembered;
  if (!received?.simulated) return real;
  const passed = (real.getTime() - received.receivedAt) * received.speed;
  return new Date(Date.parse(received.now) + passed);
}

/** "Now" for everything that concerns calls: day filters, defaults of date fields. */
export function platformNow(): Date {
  return toPlatformTime(new Date());
}
