/**
 * The follow-ups that time decides, every few seconds of the engine's clock: texts that nobody
 * answered in time, Completed campaigns that got work again, and the shares of answered calls by
 * which a part of the day is chosen.
 */
import { asClient, asPlatform } from '#db/database.ts';
import { clientsWithParts, countAnswers } from '#db/queries/answer-share.ts';
import {
  clientsWithDueReplies,
  completedWithWork,
  followUnanswered,
  reviveCompleted,
} from '#db/queries/follow-up-wait.ts';
import { later, realMs, simMs, toSim } from '#domain/milliseconds.ts';
import type { ClientLanes } from './client-lanes.ts';
import type { EngineDeps } from './deps.ts';

const sweepEvery = realMs(5_000);
const countEvery = simMs(3_600_000);

type FollowUpDeps = Pick<EngineDeps, 'db' | 'vault' | 'clock' | 'witness'>;

export class FollowUps {
  readonly #deps: FollowUpDeps;
  readonly #lanes: ClientLanes;
  #sweepAt = simMs(Number.NEGATIVE_INFINITY);
  #countAt = simMs(Number.NEGATIVE_INFINITY);

  constructor(deps: FollowUpDeps, lanes: ClientLanes) {
    this.#deps = deps;
    this.#lanes = lanes;
  }

  /** To be called only while something may begin: what is due is decided once, by this clock. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = later(now, toSim(sweepEvery, clock.speed));
    const due = await asPlatform(db, (tx) => clientsWithDueReplies(tx, new Date(now)));
    for (const clientId of due) {
      this.#lanes.begin('unanswered texts', clientId, () => this.#follow(clientId));
    }
    const completed = await asPlatform(db, completedWithWork);
    for (const { clientId, campaignId } of completed) {
      await asClient(db, clientId, (tx) => reviveCompleted(tx, clientId, campaignId));
    }
    if (now < this.#countAt) return;
    this.#countAt = later(now, countEvery);
    for (const clientId of await asPlatform(db, clientsWithParts)) {
      this.#lanes.begin('answer shares', clientId, () => this.#count(clientId));
    }
  }

  async #follow(clientId: number): Promise<void> {
    const { db, vault, clock, witness } = this.#deps;
    const now = new Date(clock.now());
    // A database that was put back is noticed up to a second later.
    const world = witness?.world();
    const follow = () =>
      asClient(db, clientId, (tx) => followUnanswered(tx, vault, clientId, now, world));
    while ((await follow()) > 0);
  }

  async #count(clientId: number): Promise<void> {
    const { db, clock } = this.#deps;
    const now = new Date(clock.now());
    while (await asClient(db, clientId, (tx) => countAnswers(tx, clientId, now)));
  }
}
