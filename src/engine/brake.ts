/**
 * Stops a campaign when what its results count is surely above a limit of the operator. The counts are
 * stored with the results (db/queries/brake.ts), so that they hold over engines and deaths; only agents
 * who were called first have no result, and are counted here until they are stored.
 */
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { addToBrake, stopByBrake } from '#db/queries/brake.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import type { Tally } from '#domain/governor/brake.ts';
import { loggedReason } from '#domain/reason-sentences.ts';
import type { RunnerDeps } from './deps.ts';

export class Brake {
  readonly #deps: Pick<RunnerDeps, 'db' | 'log'>;
  readonly #lease: Lease;
  readonly #settings: () => RunSettings;
  #agents: Tally[] = [];

  constructor(deps: Pick<RunnerDeps, 'db' | 'log'>, lease: Lease, settings: () => RunSettings) {
    this.#deps = deps;
    this.#lease = lease;
    this.#settings = settings;
  }

  /** An agent was called before there was a customer. */
  agentCalled(answered: boolean): void {
    if (!this.#settings().brake) return;
    this.#agents.push({ agentsCalled: 1, agentsSilent: Number(!answered) });
  }

  /** Stores what no result brings. After an error it waits for the next time. */
  async store(): Promise<void> {
    const agents = this.#agents;
    if (agents.length === 0) return;
    this.#agents = [];
    try {
      await asClient(this.#deps.db, this.#lease.clientId, (tx) =>
        addToBrake(tx, this.#lease, agents),
      );
    } catch (error) {
      this.#agents.unshift(...agents);
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
