/** Engine processes of a simulated run: each ticks until it dies, and another one follows it. */

import pino from 'pino';
import type { VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { type CarrierProfile, usualProfile } from '../../src/carriers/simulated/profile.ts';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { type TextProfile, usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import type { TextQueueSettings } from '../../src/carriers/simulated/text-queue.ts';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import type { Database } from '../../src/db/database.ts';
import type { PacedClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { Engine } from '../../src/engine/engine.ts';
import { vault } from '../engine/world.ts';
import { troubled } from '../harness/trouble/trouble.ts';
import type { TroubleProfile } from '../harness/trouble/trouble-profile.ts';
import { troubledTexts } from '../harness/trouble/trouble-text.ts';
import type { TextTroubleProfile } from '../harness/trouble/trouble-text-profile.ts';
import type { AgentLines } from './agent-lines.ts';
import type { AgentSetting, Confirmed, Ledger } from './ledger.ts';
import { type Letters, withLetters } from './letters.ts';
import type { Stage } from './stage.ts';
import type { Actor } from './step.ts';
import type { WrongBuild } from './wrong-build.ts';

export interface Plant {
  stage: Stage;
  /** For one life: with limits of its own, as a process has them. */
  openDatabase(): Database;
  ledger: Ledger;
  clock: PacedClock;
  folder: string;
  seed: string;
  leaseSeconds: number;
  /** Real milliseconds between two ticks. */
  tickEvery: number;
  trouble: TroubleProfile;
  profile: Partial<CarrierProfile>;
  /** Of all engines, which poll the same receipts and texts; it outlives them. */
  texts: Letters;
  /** Of all engines, whose agents wait on it; it outlives them. */
  lines: AgentLines;
  textTrouble: TextTroubleProfile;
  wrong: WrongBuild | undefined;
  /** By engine and campaign: what it read of its agents last. */
  agentsRead: AgentsRead;
  /** What these auto-replies confirm, at an instant; outside of every part. */
  confirmations(replies: string[], at: number): Promise<Confirmed[]>;
  /** Whether attempts stand committed and open; outside of every part. */
  areOpen(attemptIds: string[]): Promise<boolean>;
  /** To be looked at before anything else happens. */
  checkAcknowledged(attemptId: string): void;
  /** The same: an agent is called only when that is written down. */
  checkAgent(attemptId: string): void;
}

export type AgentsRead = Map<string, Map<number, AgentSetting>>;

/** Plays the engine's life; a new one has a carrier of its own, which knows no earlier call. */
export function startLife(plant: Plant, actor: Actor): void {
  const { stage, clock, wrong, leaseSeconds } = plant;
  stage.play(actor, async () => {
    const db = plant.openDatabase();
    const watched = watchedCarrier(plant, actor, plant.lines.of(actor, openCarrier(plant, actor)));
    const carrier = wrong?.carrier ? wrong.carrier(watched) : watched;
    const engine = new Engine({
      db,
      vault,
      clock,
      log: pino({ level: process.env.SIMULATION_LOG ?? 'silent' }),
      metrics: createMetrics(),
      // The shares go by it: ids are another in each run.
      self: { name: actor.name, carrierName: actor.name, host: 'simulation', version: '' },
      carriers: new Map([['simulated', carrier]]),
      textCarriers: new Map([['simulated', watchedTexts(plant)]]),
      leaseSeconds,
      ...(wrong?.waitsForClients ? { patienceMs: realMs(Number.MAX_SAFE_INTEGER) } : {}),
      ...(wrong?.claim ? { claim: wrong.claim(carrier) } : {}),
      ...(wrong?.roomForCalls ? { roomForCalls: wrong.roomForCalls } : {}),
    });
    void listenNowAndThen(plant, engine);
    for (;;) {
      await tickInTime(plant, actor, engine);
      await stage.sleep(plant.tickEvery);
    }
  });
}

/** Real milliseconds: longer than any delay of a step, shorter than somebody's lock is held. */
const longestTick = 14_000;

/** One client's locked rows are not to hold up the tick, which is everybody's. */
async function tickInTime({ ledger }: Plant, { name }: Actor, engine: Engine): Promise<void> {
  const began = performance.now();
  await engine.tick();
  const took = performance.now() - began;
  if (took > longestTick) ledger.seen.push(`a tick of ${name} waited for ${took} ms`);
}

/** Beside the ticks, as in start.ts: keys are polled while a claim is being committed. */
async function listenNowAndThen(plant: Plant, engine: Engine): Promise<void> {
  for (;;) {
    await plant.stage.sleep(plant.tickEvery / 4);
    engine.listen();
  }
}

function openCarrier({ clock, folder, seed, profile, trouble, stage }: Plant, actor: Actor) {
  const randomOf = (name: string) =>
    seededRandom(name === 'trouble' ? `${seed}/${actor.name}/${name}` : `${seed}/${name}`);
  const carrier = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf,
    profile: { ...usualProfile, ...profile },
  });
  const sleep = (ms: number) => stage.sleep(ms / clock.speed);
  return troubled(carrier, { clock, randomOf, profile: trouble, sleep });
}

type TextPlant = Pick<Plant, 'stage' | 'clock' | 'folder' | 'seed' | 'ledger'>;

export function openTexts(
  { stage, clock, folder, seed, ledger }: TextPlant,
  profile: TextTroubleProfile,
  queue: TextQueueSettings,
  changed: Partial<TextProfile> = {},
): Letters {
  const carrier = simulatedTextCarrier({
    clock,
    dataFolder: folder,
    randomOf: (name) => seededRandom(`${seed}/${name}`),
    profile: { ...usualTextProfile, stop: 0.15, ...changed },
    queue,
  });
  const randomOf = (name: string) => seededRandom(`${seed}/texts/${name}`);
  const sleep = (ms: number) => stage.sleep(ms / clock.speed);
  const texts = troubledTexts(carrier, { clock, randomOf, profile, sleep });
  return withLetters(texts, clock, seed, ledger.letters);
}

/** The same carrier for one engine, whose words to it are steps. */
function watchedTexts(plant: Plant): TextCarrier {
  const { stage, ledger, clock } = plant;
  const carrier = plant.wrong?.texts?.(plant.texts) ?? plant.texts;
  return {
    ...carrier,
    acknowledge(events) {
      for (const event of events) if (event.kind === 'receipt') ledger.receipts.push(event);
      carrier.acknowledge(events);
    },
    async submit(texts, mayWrite) {
      const ids = texts.map(({ textId }) => textId);
      const attempts = ids.filter((id) => !id.startsWith('reply-'));
      const replies = ids.filter((id) => id.startsWith('reply-'));
      await stage.step({
        what: `text ${ids.join(' ')}`,
        async run() {
          ledger.confirmed.push(...(await plant.confirmations(replies, clock.now())));
          if (attempts.length === 0 || (await plant.areOpen(attempts))) return;
          ledger.seen.push(`no attempt stands for ${attempts.join(' ')}`);
        },
      });
      const submissions = await carrier.submit(texts, mayWrite);
      await stage.step({ what: 'texted', run: async () => {} });
      return submissions;
    },
    async cancel(texts) {
      const refs = texts.map(({ carrierRef }) => carrierRef).join(' ');
      await stage.step({ what: `cancel ${refs}`, run: async () => {} });
      const canceled = await carrier.cancel(texts);
      await stage.step({ what: 'canceled', run: async () => {} });
      return canceled;
    },
  };
}

/** Each word to the carrier is a step, at which the engine can die; the judge listens. */
function watchedCarrier(plant: Plant, actor: Actor, carrier: VoiceCarrier): VoiceCarrier {
  const { stage, ledger } = plant;
  const phones = new Map<string, string>();
  return {
    ...carrier,
    async place(calls, mayPlace) {
      const ids = calls.map(({ attemptId }) => attemptId);
      const decided = ledger.next();
      for (const id of ids) ledger.decided.set(id, decided);
      // An edit may be read while these calls are on their way: they were chosen by what was read before.
      const read = plant.agentsRead.get(actor.name) ?? new Map<number, AgentSetting>();
      for (const id of ids) ledger.agents.set(id, read);
      for (const { attemptId, to } of calls) phones.set(attemptId, to);
      await stage.step({
        what: `place ${ids.join(' ')}`,
        async run() {
          if (!(await plant.areOpen(ids)))
            ledger.seen.push(`no attempt stands for ${ids.join(' ')}`);
        },
      });
      const submissions = await carrier.place(calls, mayPlace);
      for (const [at, call] of calls.entries()) {
        if (submissions[at]?.kind === 'accepted') plant.texts.called(call);
      }
      await stage.step({ what: 'placed', run: async () => {} });
      return submissions;
    },
    events(reader) {
      const events = carrier.events(reader);
      for (const event of events) {
        const { attemptId, at } = event;
        if (event.kind === 'agent_ended') ledger.agentsFree.set(attemptId, at);
        if (event.kind === 'ended' && !ledger.ended.has(attemptId)) {
          ledger.ended.set(attemptId, ledger.next());
        }
        if (event.kind !== 'key' || event.key !== '1' || ledger.received.has(attemptId)) continue;
        ledger.received.set(attemptId, ledger.next());
      }
      return events;
    },
    dialAgent(attemptId, agent, at) {
      plant.checkAgent(attemptId);
      carrier.dialAgent(attemptId, agent, at);
    },
    play(attemptId, sound, at) {
      // The person hears that the number is blocked.
      if (sound.kind === 'prompt' && sound.name === 'opted-out') {
        const clientId = Number(attemptId.split('-')[0]);
        ledger.confirmedOptOut(clientId, phones.get(attemptId) ?? '', 'key');
      }
      carrier.play(attemptId, sound, at);
    },
    acknowledge(events) {
      for (const event of events) {
        const { attemptId } = event;
        if (event.kind === 'key' && event.key === '9') ledger.nines.push(attemptId);
        if (!phones.has(attemptId)) continue;
        if (event.kind === 'ended') plant.checkAcknowledged(attemptId);
        const isPerson = event.kind === 'answered' && event.by === 'person';
        if (isPerson && !ledger.reached.has(attemptId)) {
          ledger.reached.set(attemptId, plant.clock.now());
        }
      }
      carrier.acknowledge(events);
    },
  };
}
