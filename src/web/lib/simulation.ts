import type { SimulationState } from '#contract/platform.ts';
import { createStore } from './store.ts';

/** The simulation's clock as last heard, with the real instant at which that was true. */
interface HeardClock extends SimulationState {
  heardAt: number;
}

const clock = createStore<HeardClock | undefined>(undefined);

export const useSimulation = clock.use;

/** Keeps what GET /api/simulation answered; `heardAt` is real milliseconds since the epoch. */
export function hearSimulation(state: SimulationState, heardAt: number): void {
  clock.set({ ...state, heardAt });
}

/**
 * The instant on the platform's clock (calls, schedules, "today") at a real instant: the
 * simulation's while it runs, else the same.
 */
export function toPlatformTime(real: Date): Date {
  const heard = clock.get();
  if (!heard?.simulated) return real;
  const passed = (real.getTime() - heard.heardAt) * heard.speed;
  return new Date(Date.parse(heard.now) + passed);
}

/** "Now" for everything that concerns calls: day filters, defaults of date fields. */
export function platformNow(): Date {
  return toPlatformTime(new Date());
}
