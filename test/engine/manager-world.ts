/** Calls and texts to managers beside the real engine, on the simulated carrier under a virtual clock. */
import pino from 'pino';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../../src/carriers/simulated/profile.ts';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import type { TestStatus } from '../../src/contract/message-test.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import type { PlayableMessage } from '../../src/db/queries/lease.ts';
import {
  type ContactPlan,
  listContacts,
  newCarrierNumber,
  requestContact,
} from '../../src/db/queries/manager-contact.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import {
  ManagerContacts,
  type ManagerContactsDeps,
} from '../../src/engine/manager/manager-contacts.ts';
import { createTextsInFlight } from '../../src/engine/text/texts-in-flight.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, readCallLog, vault } from './world.ts';

export interface Asking {
  clientId: number;
  managerId: number;
}

const message: PlayableMessage = {
  ...{ voiceMessageId: 1, version: 1, soundId: 5, durationMs: 8_000, perAccount: false },
};

export const callPlan: Extract<ContactPlan, { kind: 'call' }> = {
  ...{ kind: 'call', person: message, machine: message, heardAs: 'nobody' },
  ...{ callerId: { type: 2, number: '12125550199' }, callerIdName: 'Acme', linkback: null },
};

/** As the API stores it; returns its id. A number to be tried is the manager's own, confirmed one. */
export function ask(
  db: Database,
  who: Asking,
  wish: { phone?: string; plan?: ContactPlan; purpose?: 'code' | 'test' } = {},
): Promise<number> {
  const { phone = '13025550148', plan = callPlan, purpose = 'test' } = wish;
  const isText = plan.kind === 'text' || (plan.kind === 'code' && plan.from !== null);
  return asClient(db, who.clientId, async (tx) => {
    if (purpose === 'test') {
      await tx.run(
        `INSERT INTO manager_phone (client_id, manager_id, phone, confirmed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (client_id, manager_id) DO UPDATE SET phone = excluded.phone`,
        [who.clientId, who.managerId, phone, new Date(afternoon)],
      );
    }
    return requestContact(tx, {
      ...{ ...who, purpose, channel: isText ? 'text' : 'voice', phone, plan },
      ...{ carrierNumber: newCarrierNumber(), campaignName: null, messageName: 'Hello' },
    });
  });
}

export async function newest(db: Database, who: Asking, purpose: 'code' | 'test' = 'test') {
  const [row] = await asClient(db, who.clientId, (tx) => listContacts(tx, who, purpose, 1));
  if (!row) throw new Error('Nothing was asked for.');
  return row;
}

export function managerWorld(db: Database, deps: Partial<ManagerContactsDeps> = {}) {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const settings = {
    ...{ clock, dataFolder: folder },
    randomOf: (name: string) => seededRandom(name),
  };
  const voice = simulatedCarrier({
    ...settings,
    profile: { ...usualProfile, talk: [1_000, 2_000] },
  });
  const text = simulatedTextCarrier({ ...settings, profile: usualTextProfile });
  const ports = {
    carriers: new Map([['simulated', voice]]),
    textCarriers: new Map([['simulated', text]]),
  };
  const shared = { inProgress: new Map(), textsInFlight: createTextsInFlight() };
  const engine = makeEngine(db, { clock, folder, deps: { ...ports, shared } });
  const contacts = new ManagerContacts({
    ...{ db, vault, clock: { now: clock.now, speed: 1 }, log: pino({ level: 'silent' }) },
    ...ports,
    ...shared,
    ...deps,
  });
  const tick = async () => {
    clock.advance(simMs(1_000));
    contacts.expect();
    await contacts.tick();
    await engine.engine.tick();
  };
  return {
    ...{ voice, text, contacts, engine, folder, tick },
    /** Every state of the manager's newest one, until it has one of these. */
    async states(who: Asking, last: readonly TestStatus[], purpose?: 'code' | 'test') {
      const seen: TestStatus[] = [];
      for (let ticks = 0; ticks < 1_500; ticks += 1) {
        const { status } = await newest(db, who, purpose);
        if (status !== seen.at(-1)) seen.push(status);
        if (last.includes(status)) return seen;
        await tick();
      }
      throw new Error(`It stayed ${seen.at(-1)}.`);
    },
    log: () => readCallLog(folder),
  };
}
