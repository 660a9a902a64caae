import type { Config } from '#config.ts';
import type { RealCarriers } from '#db/queries/carrier-use.ts';
import { Refusal } from '../command.ts';

/** Spec 3 section 12: real calls and texts must happen in real time. */
export function refuseSimulatedTime({ simulation }: Config, { used }: RealCarriers): void {
  const { speed, start } = simulation;
  if (!used || (speed === 1 && start === undefined)) return;
  const name = speed === 1 ? 'CARILLON_SIM_START' : 'CARILLON_SIM_SPEED';
  throw new Refusal(
    `${name} cannot be used: the client "${used.code}" uses the real carrier "${used.name}", which needs real time. Remove the setting, or move the client to the simulated carrier: carillon client carrier ${used.code} --voice=simulated --text=simulated`,
  );
}
