/**
 * Where the actors of a simulation meet. Every statement to the database and every word to a
 * carrier is a step; one step happens at a time, and a seed decides which of those that stand
 * ready comes next, how long it takes, and what goes wrong at it. So the order of things is the
 * seed's, and the same seed plays the same run.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from '../../src/domain/random.ts';
import { type Actor, LineBroke, type Mishap, type Step } from './step.ts';
import { immediate, soon } from './turns.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Waiting extends Step {
  notBefore: number;
  order: number;
  deliver(outcome: Outcome): void;
  outcome?: Outcome;
  /** Set when it is begun. */
  ended?: Promise<void>;
  /** Set while it waits for a lock. */
  givesUpAt?: number;
}

type Outcome = { value: unknown } | { error: unknown };

export interface Director {
  random: Random;
  time: VirtualTime;
  /** What goes wrong at this step. */
  mishapAt(step: Step): Mishap | undefined;
  /** Milliseconds that an actor is held up before this step. */
  delayOf(step: Step): number;
  /** Before each step: the database is told the time, and what was asked for is looked at. */
  beforeStep(): Promise<void>;
  died(actor: Actor): Promise<void>;
}

export interface Stage {
  /** Runs an actor's part; answers when it has ended or the actor died. */
  play(actor: Actor, part: () => Promise<void>): void;
  step<T>(step: Omit<Step, 'actor' | 'run'> & { run(): Promise<T> }): Promise<T>;
  sleep(ms: number): Promise<void>;
  /** Lets things happen until an instant, or until nobody has anything to do. */
  runUntil(instant: number): Promise<void>;
  actorNow(): Actor;
  kill(actor: Actor): Promise<void>;
  trace: string[];
}

export function createStage(director: () => Director): Stage {
  const context = new AsyncLocalStorage<Actor>();
  const steps: Waiting[] = [];
  /** Begun, and waiting for somebody's lock. */
  const blocked: Waiting[] = [];
  const alarms: { at: number; order: number; actor: Actor; ring(): void }[] = [];
  const trace: string[] = [];
  const failures: unknown[] = [];
  let order = 0;

  const actorNow = () => {
    const actor = context.getStore();
    if (!actor) throw new Error('Outside of every part.');
    return actor;
  };

  async function begin(step: Waiting): Promise<void> {
    const { time, mishapAt } = director();
    const mishap = mishapAt(step);
    trace.push(`${time.now()} ${step.actor.name} ${step.what}${mishap ? ` ${mishap}` : ''}`);
    if (mishap === 'die_before') return kill(step.actor);
    if (mishap === 'cut_before') {
      await step.abort?.();
      return step.deliver({ error: new LineBroke() });
    }
    step.ended = step.run().then(
      (value) => {
        step.outcome = { value };
      },
      (error: unknown) => {
        step.outcome = { error };
      },
    );
    await untilDoneOrBlocked(step);
    if (!step.outcome) {
      trace.push(`${step.actor.name} waits for a lock`);
      if (step.lockPatience) step.givesUpAt = time.now() + step.lockPatience.ms;
      step.pause?.();
      return void blocked.push(step);
    }
    if (mishap === 'die_after') return kill(step.actor);
    if (mishap === 'cut_after') await step.abort?.();
    step.deliver(mishap === 'cut_after' ? { error: new LineBroke() } : step.outcome);
  }

  /** Steps that waited for a lock which the last step let go of. */
  async function deliverUnblocked(): Promise<void> {
    for (const step of [...blocked]) {
      step.goOn?.();
      await untilDoneOrBlocked(step);
      if (!step.outcome) step.pause?.();
    }
    for (const step of [...blocked]) {
      if (!step.outcome) continue;
      blocked.splice(blocked.indexOf(step), 1);
      trace.push(`${step.actor.name} has its lock`);
      if (!step.actor.dead) step.deliver(step.outcome);
    }
  }

  /** Those that have waited for a lock for as long as they wait. */
  async function giveUpLocks(): Promise<void> {
    const { time } = director();
    for (const step of blocked) {
      if (step.outcome || (step.givesUpAt ?? Number.POSITIVE_INFINITY) > time.now()) continue;
      trace.push(`${step.actor.name} gives up its lock`);
      await step.lockPatience?.giveUp();
    }
  }

  /** Without spinning: PostgreSQL may need the processor. */
  async function untilDoneOrBlocked(step: Waiting): Promise<void> {
    while (!step.outcome) {
      await Promise.race([step.ended, soon()]);
      if (!step.outcome && (await step.isBlocked?.())) return;
    }
  }

  async function kill(actor: Actor): Promise<void> {
    actor.dead = true;
    for (const list of [steps, alarms] as { actor: Actor }[][]) {
      for (const one of list.filter((item) => item.actor === actor))
        list.splice(list.indexOf(one), 1);
    }
    await director().died(actor);
    for (const step of blocked.filter((one) => one.actor === actor)) {
      await step.ended;
      blocked.splice(blocked.indexOf(step), 1);
    }
  }

  /** Moves time to the next thing that can happen; false when there is none before `until`. */
  function moveTime(until: number): boolean {
    const { time } = director();
    const next = Math.min(
      ...alarms.map(({ at }) => at),
      ...steps.map((one) => one.notBefore),
      ...blocked.map((one) => one.givesUpAt ?? Number.POSITIVE_INFINITY),
    );
    if (next > until) return false;
    time.moveTo(Math.max(time.now(), next));
    const due = alarms.filter(({ at }) => at <= time.now());
    due.sort((a, b) => a.at - b.at || a.order - b.order);
    for (const alarm of due) {
      alarms.splice(alarms.indexOf(alarm), 1);
      alarm.ring();
    }
    return true;
  }

  return {
    trace,
    actorNow,
    kill,
    play(actor, part) {
      context.run(actor, () => {
        part().catch((error: unknown) => {
          if (!actor.dead) failures.push(error);
        });
      });
    },
    step<T>(given: Omit<Step, 'actor' | 'run'> & { run(): Promise<T> }) {
      const actor = actorNow();
      if (actor.dead) return new Promise<T>(() => {});
      return new Promise<T>((resolve, reject) => {
        order += 1;
        const step: Waiting = {
          ...given,
          actor,
          order,
          notBefore: 0,
          deliver: (outcome) =>
            'error' in outcome ? reject(outcome.error) : resolve(outcome.value as T),
        };
        step.notBefore = director().time.now() + director().delayOf(step);
        steps.push(step);
      });
    },
    sleep(ms) {
      const actor = actorNow();
      if (actor.dead) return new Promise(() => {});
      return new Promise((ring) => {
        order += 1;
        alarms.push({ at: director().time.now() + Math.max(1, Math.ceil(ms)), order, actor, ring });
      });
    },
    async runUntil(until) {
      const { time, random, beforeStep } = director();
      for (;;) {
        await immediate();
        if (failures.length > 0) throw failures[0];
        await giveUpLocks();
        await deliverUnblocked();
        await immediate();
        const ready = steps.filter((step) => step.notBefore <= time.now());
        const step = ready[random.between(0, ready.length - 1)];
        if (step) {
          steps.splice(steps.indexOf(step), 1);
          await beforeStep();
          if (!step.actor.dead) await begin(step);
        } else if (!moveTime(until)) {
          if (blocked.length === 0) break;
          // Somebody waits for a lock of one that sleeps: time goes on.
          if (alarms.length + steps.length > 0) break;
          if (blocked.some((one) => one.givesUpAt !== undefined)) break;
        }
      }
      time.moveTo(Math.max(time.now(), until));
    },
  };
}
