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
  /** Before each step: the database gets the time, and what was asked for is checked. */
  beforeStep(): Promise<void>;
  died(actor: Actor): Promise<void>;
}

interface Alarm {
  at: number;
  order: number;
  actor: Actor;
  ring(): void;
}

export class Stage {
  readonly trace: string[] = [];
  readonly #director: () => Director;
  /** Which actor's part the present code belongs to. */
  readonly #context = new AsyncLocalStorage<Actor>();
  readonly #steps: Waiting[] = [];
  /** Begun, and waiting for somebody's lock. */
  readonly #blocked: Waiting[] = [];
  readonly #alarms: Alarm[] = [];
  readonly #failures: unknown[] = [];
  /** Of the newest step or alarm. */
  #order = 0;

  constructor(director: () => Director) {
    this.#director = director;
  }

  /** Runs an actor's part; returns when it has ended or the actor died. */
  play(actor: Actor, part: () => Promise<void>): void {
    this.#context.run(actor, () => {
      part().catch((error: unknown) => {
        if (!actor.dead) this.#failures.push(error);
      });
    });
  }

  step<T>(given: Omit<Step, 'actor' | 'run'> & { run(): Promise<T> }): Promise<T> {
    const actor = this.actorNow();
    if (actor.dead) return new Promise<T>(() => {});
    return new Promise<T>((resolve, reject) => {
      const director = this.#director();
      this.#order += 1;
      const step: Waiting = {
        ...given,
        actor,
        order: this.#order,
        notBefore: 0,
        deliver: (outcome) =>
          'error' in outcome ? reject(outcome.error) : resolve(outcome.value as T),
      };
      step.notBefore = director.time.now() + director.delayOf(step);
      this.#steps.push(step);
    });
  }

  sleep(ms: number): Promise<void> {
    const actor = this.actorNow();
    if (actor.dead) return new Promise(() => {});
    return new Promise((ring) => {
      const at = this.#director().time.now() + Math.max(1, Math.ceil(ms));
      this.#order += 1;
      this.#alarms.push({ at, order: this.#order, actor, ring });
    });
  }

  /** Lets things happen until an instant, or until nobody has anything to do. */
  async runUntil(until: number): Promise<void> {
    const { time, random, beforeStep } = this.#director();
    for (;;) {
      await immediate();
      if (this.#failures.length > 0) throw this.#failures[0];
      await this.#giveUpLocks();
      await this.#deliverUnblocked();
      await immediate();
      const ready = this.#steps.filter((step) => step.notBefore <= time.now());
      const step = ready[random.between(0, ready.length - 1)];
      if (step) {
        this.#steps.splice(this.#steps.indexOf(step), 1);
        await beforeStep();
        if (!step.actor.dead) await this.#begin(step);
      } else if (!this.#moveTime(until)) {
        if (this.#blocked.length === 0) break;
        // Somebody waits for a lock of one that sleeps: time goes on.
        if (this.#alarms.length + this.#steps.length > 0) break;
        if (this.#blocked.some((one) => one.givesUpAt !== undefined)) break;
      }
    }
    time.moveTo(Math.max(time.now(), until));
  }

  actorNow(): Actor {
    const actor = this.#context.getStore();
    if (!actor) throw new Error('Outside of every part.');
    return actor;
  }

  async #kill(actor: Actor): Promise<void> {
    actor.dead = true;
    for (const list of [this.#steps, this.#alarms] as { actor: Actor }[][]) {
      for (const one of list.filter((item) => item.actor === actor))
        list.splice(list.indexOf(one), 1);
    }
    await this.#director().died(actor);
    for (const step of this.#blocked.filter((one) => one.actor === actor)) {
      await step.ended;
      this.#blocked.splice(this.#blocked.indexOf(step), 1);
    }
  }

  async #begin(step: Waiting): Promise<void> {
    const { time, mishapAt } = this.#director();
    const mishap = mishapAt(step);
    this.trace.push(`${time.now()} ${step.actor.name} ${step.what}${mishap ? ` ${mishap}` : ''}`);
    if (mishap === 'die_before') return this.#kill(step.actor);
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
    await this.#untilDoneOrBlocked(step);
    if (!step.outcome) {
      this.trace.push(`${step.actor.name} waits for a lock`);
      if (step.lockPatience) step.givesUpAt = time.now() + step.lockPatience.ms;
      step.pause?.();
      return void this.#blocked.push(step);
    }
    if (mishap === 'die_after') return this.#kill(step.actor);
    if (mishap === 'cut_after') await step.abort?.();
    step.deliver(mishap === 'cut_after' ? { error: new LineBroke() } : step.outcome);
  }

  /** Steps that waited for a lock which the last step let go of. */
  async #deliverUnblocked(): Promise<void> {
    for (const step of [...this.#blocked]) {
      // Who lets go of a lock gives it to the next one, also while that one's process is stopped.
      if (await step.isBlocked?.()) continue;
      step.goOn?.();
      await this.#untilDoneOrBlocked(step);
      if (!step.outcome) step.pause?.();
    }
    for (const step of [...this.#blocked]) {
      if (!step.outcome) continue;
      this.#blocked.splice(this.#blocked.indexOf(step), 1);
      this.trace.push(`${step.actor.name} has its lock`);
      if (!step.actor.dead) step.deliver(step.outcome);
    }
  }

  /** Those that have waited for a lock for as long as they wait. */
  async #giveUpLocks(): Promise<void> {
    const { time } = this.#director();
    for (const step of this.#blocked) {
      if (step.outcome || (step.givesUpAt ?? Number.POSITIVE_INFINITY) > time.now()) continue;
      this.trace.push(`${step.actor.name} gives up its lock`);
      await step.lockPatience?.giveUp();
    }
  }

  /** Without spinning: PostgreSQL may need the processor. */
  async #untilDoneOrBlocked(step: Waiting): Promise<void> {
    while (!step.outcome) {
      await Promise.race([step.ended, soon()]);
      if (!step.outcome && (await step.isBlocked?.())) return;
    }
  }

  /** Moves time to the next thing that can happen; false when there is none before `until`. */
  #moveTime(until: number): boolean {
    const { time } = this.#director();
    const next = Math.min(
      ...this.#alarms.map(({ at }) => at),
      ...this.#steps.map((one) => one.notBefore),
      ...this.#blocked.map((one) => one.givesUpAt ?? Number.POSITIVE_INFINITY),
    );
    if (next > until) return false;
    time.moveTo(Math.max(time.now(), next));
    const due = this.#alarms.filter(({ at }) => at <= time.now());
    due.sort((a, b) => a.at - b.at || a.order - b.order);
    for (const alarm of due) {
      this.#alarms.splice(this.#alarms.indexOf(alarm), 1);
      alarm.ring();
    }
    return true;
  }
}
