import { getSimulation } from '#contract/platform.ts';
import { asPlatform } from '#db/database.ts';
import { readRealCarriers } from '#db/queries/carrier-use.ts';
import { readSimulation } from '#db/queries/simulation-state.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerSimulationRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, getSimulation, async () => {
    const [state, real] = await asPlatform(db, async (tx) => [
      await readSimulation(tx),
      await readRealCarriers(tx),
    ]);
    const { speed, notice } = state ?? { speed: 1, notice: null };
    return { simulated: real.used === null, now: now().toISOString(), speed, notice };
  });
}
