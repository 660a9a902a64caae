import { getSimulation } from '#contract/platform.ts';
import { asPlatform } from '#db/database.ts';
import { readSimulation } from '#db/queries/simulation-state.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerSimulationRoutes(app: Bindings, { db, now, simulated }: ApiDeps): void {
  route(app, getSimulation, async () => {
    const state = await asPlatform(db, readSimulation);
    const { speed, notice } = state ?? { speed: 1, notice: null };
    return { simulated, now: now().toISOString(), speed, notice };
  });
}
