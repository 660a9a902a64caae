/**
 * Stops a campaign when what its results count is surely above a limit of the operator. The counts are
 * stored with the results (db/queries/brake.ts), so that they hold over engines and deaths; only agents
 * who were called first have no result, and are counted here until they are stored.
 */
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { addToBrake, stopByBrake } from '#db/queries/brake.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { loggedReason } from '#domain/reason-sentences.ts';
import type { RunnerDeps } from './deps.ts';

interface FirstAgent {
  id: string;
  at: SimMs;
  /** Undefined while the telephone rings. */
  answered: boolean | undefined;
}

export class Brake {
  readonly #deps: Pick<RunnerDeps, 'db' | 'log'>;
  readonly #lease: Lease;
  readonly #settings: () => RunSettings;
  /** Agents who were called first, in the order in which they were called. */
  #agents: FirstAgent[] = [];

  constructor(deps: Pick<RunnerDeps, 'db' | 'log'>, lease: Lease, settings: () => RunSettings) {
    this.#deps = deps;
    this.#lease = lease;
    this.#settings = settings;
  }

  /** An agent is called before there is a customer. */
  agentCalled(id: string, at: SimMs): void {
    if (this.#settings().brake) this.#agents.push({ id, at, answered: undefined });
  }

  /** @param answered undefined: nobody knows, as when the call was ended here */
  agentSettled(id: string, answered: boolean | undefined): void {
    const agent = this.#agents.find((one) => one.id === id && one.answered === undefined);
    if (!agent) return;
    if (answered === undefined) this.#agents = this.#agents.filter((one) => one !== agent);
    else agent.answered = answered;
  }

  /**
   * Stores what no result brings, in the order of the calls: one that rings holds back those behind it, because
   * who answers or is busy is known sooner than who does not answer. After an error it waits for the next time.
   */
  async store(): Promise<void> {
    const ringing = this.#agents.findIndex(({ answered }) => answered === undefined);
    const known = ringing < 0 ? this.#agents : this.#agents.slice(0, ringing);
    if (known.length === 0) return;
    this.#agents = this.#agents.slice(known.length);
    const tallies = known.map(({ at, answered }) => ({
      ...{ agentsCalled: 1, agentsSilent: Number(!answered), at: new Date(at) },
    }));
    try {
      await asClient(this.#deps.db, this.#lease.clientId, (tx) =>
        addToBrake(tx, this.#lease, tallies),
      );
    } catch (error) {
      this.#agents.unshift(...known);
      throw error;
    }
  }

  /** Returns why the campaign stops; undefined while it goes on. */
  async stop(): Promise<Reason | undefined> {
    if (!this.#settings().brake?.verdict) return undefined;
    const { db, log } = this.#deps;
    const reason = await asClient(db, this.#lease.clientId, (tx) => stopByBrake(tx, this.#lease));
    if (reason) {
      log.error(
        { ...this.#lease, reason: loggedReason(reason) },
        'stopped a campaign by the brake',
      );
    }
    return reason;
  }
}
