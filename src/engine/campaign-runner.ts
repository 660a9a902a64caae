/**
 * Runs one leased campaign step by step: recover, record, then work or end. Steps never overlap.
 * What a step cannot do because the database is down, the next one does. The work itself, calls or
 * texts, comes from voice/ and text/.
 */

import { campaignType, runStatus } from '#contract/campaign.ts';
import type { Note } from '#contract/note.ts';
import { type Reason, type StoredReason, sameReason } from '#contract/reason.ts';
import { asClient, type Tx } from '#db/database.ts';
import { troubleOf } from '#db/errors.ts';
import type { AttemptKey } from '#db/queries/attempt-key.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { endOrphans } from '#db/queries/recovery.ts';
import { beginRun, endRun, refuseRun, setReason } from '#db/queries/run-transition.ts';
import { later, type RealMs, realMs, times } from '#domain/milliseconds.ts';
import { loggedNote } from '#domain/reason-sentences.ts';
import { stopReason, troubleReason } from '#domain/reasons.ts';
import { attemptIdOf } from './attempt-id.ts';
import type { CampaignWork, RunnerSide } from './campaign-work.ts';
import type { RunnerDeps } from './deps.ts';
import { haltOf } from './halt.ts';
import { inTime, longestFinish, within } from './submission.ts';

/** Between two recoveries while orphaned calls are kept. */
const recoverEvery = realMs(500);

export class LeasedCampaign {
  readonly lease: Lease;
  readonly #deps: RunnerDeps;
  readonly #work: CampaignWork;
  readonly #leaseMs: RealMs;
  #settings: RunSettings;
  /** Another engine owns the campaign. */
  #isLost = false;
  /** It is about to pass to another engine: nothing new begins. */
  #isResting = false;
  /** The reason that is stored. */
  #reason: StoredReason | null;
  /** A step is at work: something may be claimed at this moment. */
  #isWorking = false;
  /** Resolved when the current step waits for its carrier. */
  #leave = Promise.withResolvers<void>();
  /** The note that orphaned attempts end with; set while there may be some. */
  #orphans: Note | undefined;
  /** There may be orphaned attempts of this engine, not only of an earlier one. */
  #isInDoubt = true;
  /** Until then the previous engine may turn out to be slow instead of dead. */
  readonly #keepUntil: RealMs;
  #recoverAt = realMs(0);
  #holdAt = realMs(0);
  /** Identifies the database; it changes after a restore. */
  #world: string | undefined;

  constructor(
    deps: RunnerDeps,
    lease: Lease,
    first: RunSettings,
    workOf: (side: RunnerSide) => CampaignWork,
  ) {
    this.lease = lease;
    this.#deps = deps;
    this.#settings = first;
    this.#reason = first.reason;
    this.#leaseMs = realMs((deps.leaseSeconds ?? 8) * 1_000);
    this.#keepUntil = later(realMs(performance.now()), this.#leaseMs);
    this.#world = deps.witness?.world();
    this.#work = workOf({
      settings: () => this.#settings,
      takenOver: first.runStatus === runStatus.running,
      onDoubt: () => this.#doubt(this.#work.notes.lostConnection),
      responseOf: async (response, late) => {
        const soon = setImmediate(() => this.#leave.resolve());
        return inTime(response, late).finally(() => clearImmediate(soon));
      },
    });
    this.#orphans = this.#work.notes.takeover;
  }

  /** Begins a step; must not be called again before it has ended. */
  async step(): Promise<void> {
    try {
      await this.#step();
    } catch (error) {
      if (!this.#isLost) await this.#storeTrouble(error);
      throw error;
    }
  }

  /** Resolves when the current step waits for its carrier, which may take seconds. */
  waitsForCarrier(): Promise<void> {
    return this.#leave.promise;
  }

  /** Whether something is being submitted, or may be claimed for it at this moment. */
  isSubmitting(): boolean {
    return this.#isWorking || this.#work.isSubmitting?.() === true;
  }

  /** Takes the current settings, several times a second. */
  update(settings: RunSettings): void {
    this.#settings = settings;
    this.#isLost = false;
  }

  /** Another engine owns the campaign: only follow what is in flight to its end. */
  lose(): void {
    this.#isLost = true;
    // Its settings are not read here any more, and the policy may change: every answer is stored.
    this.#settings = { ...this.#settings, talksCount: true };
  }

  /** It is about to pass to another engine: nothing new begins unless that is taken back. */
  rest(resting: boolean): void {
    this.#isResting = resting;
  }

  /** Whether another engine may continue the campaign while this one follows what is in flight. */
  mayPass(): boolean {
    if (!this.#isResting || this.#isInDoubt || this.isSubmitting()) return false;
    return this.#work.mayPass?.() ?? this.#work.size() === 0;
  }

  /** Voice: begins to call the agents that were asked for. The next step retries what fails. */
  callAgents(): void {
    this.#work.callAgents?.();
  }

  /** Calls and texts in flight, and ended ones whose result is not committed. */
  calls(): number {
    return this.#work.size();
  }

  /** At a shutdown, before `abandon`: gives the carrier a moment to respond. */
  async finish(): Promise<void> {
    await within(longestFinish, this.#work.responded?.() ?? Promise.resolve(), undefined);
  }

  /**
   * At a shutdown: ends what is in flight, as unknown where no one has answered yet, so that nothing
   * waits for the next start.
   */
  async abandon(): Promise<void> {
    // Let go also when it cannot be stored: others take its events then.
    await this.#work.settle().finally(() => this.#work.forget());
    if (!this.#isLost) await this.#recover(this.#work.notes.shutdown);
  }

  async #step(): Promise<void> {
    const work = this.#work;
    this.#leave = Promise.withResolvers();
    this.#checkWorld();
    if (this.#orphans !== undefined && !this.#isLost && performance.now() >= this.#recoverAt) {
      await this.#recover(this.#orphans);
    }
    work.endSilent?.();
    await work.settle();
    if (this.#isLost) return this.#hold();
    if (this.#settings.runStatus === runStatus.stopping) {
      await work.stopping?.();
      if (work.size() === 0) await this.#asClient((tx) => endRun(tx, this.lease));
    } else if (this.#deps.isDraining() || this.#isResting) return;
    else if (this.#settings.runStatus === runStatus.starting) await this.#start();
    else if (this.#settings.runStatus === runStatus.running) await this.#run();
  }

  /** There may be orphaned attempts; they end with this note. */
  #doubt(note: Note): void {
    this.#orphans = note;
    this.#isInDoubt = true;
    this.#recoverAt = realMs(0);
  }

  /**
   * A restored database may grant the same lease again, under the same fence. Its open attempts
   * belong to the engine that held the lease then.
   */
  #checkWorld(): void {
    const here = this.#deps.witness?.world();
    if (here === this.#world) return;
    this.#world = here;
    this.#doubt(this.#work.notes.takeover);
  }

  /** Ends orphaned attempts. Those that are kept are checked again later. */
  async #recover(note: Note): Promise<void> {
    const { clock, vault, log } = this.#deps;
    const { clientId } = this.lease;
    const isKnown = ({ callListId, entryId }: AttemptKey) =>
      this.#work.has(attemptIdOf(clientId, callListId, entryId));
    const keepsAgents = performance.now() < this.#keepUntil;
    const end = { now: clock.now(), note, isKnown, keepsAgents };
    let ended = 0;
    for (;;) {
      const some = await this.#asClient((tx) => endOrphans(tx, vault, this.lease, end));
      this.#work.keptElsewhere?.(some.agents);
      this.#orphans = some.kept > 0 ? note : undefined;
      if (some.ended.length === 0) break;
      ended += some.ended.length;
      for (const { callListId, entryId } of some.ended) {
        this.#work.orphaned?.(attemptIdOf(clientId, callListId, entryId), end.now);
      }
    }
    this.#isInDoubt = false;
    this.#recoverAt = later(realMs(performance.now()), recoverEvery);
    if (ended > 0) {
      log.warn({ ...this.lease, ended, note: loggedNote(note) }, this.#work.notes.log);
    }
  }

  async #hold(): Promise<void> {
    if (performance.now() < this.#holdAt) return;
    await this.#work.hold?.();
    this.#holdAt = later(realMs(performance.now()), times(this.#leaseMs, 1 / 4));
  }

  async #start(): Promise<void> {
    const against = this.#work.cannotStart(this.#settings);
    if (against !== undefined) {
      await this.#asClient((tx) => refuseRun(tx, this.lease, against));
      // The next start is judged by settings that are read after it, not by these.
      this.#settings = { ...this.#settings, runStatus: runStatus.stopped };
      return;
    }
    const now = new Date(this.#deps.clock.now());
    if (!(await this.#asClient((tx) => beginRun(tx, this.lease, now)))) return;
    this.#work.begun?.(this.#settings);
    this.#reason = null;
    this.#settings = { ...this.#settings, runStatus: runStatus.running };
    await this.#run();
  }

  async #run(): Promise<void> {
    this.#isWorking = true;
    const next = await this.#workUnlessHalted().finally(() => {
      this.#isWorking = false;
    });
    await this.#storeReason(next);
  }

  /** With a wrong clock the calling hours are not known, with an old database not who was called. */
  async #workUnlessHalted(): Promise<Reason | null> {
    const halt = haltOf(this.#deps);
    if (halt) return halt.reason;
    // A claim checks this again: a stop that was just set is not visible here.
    const { stop } = this.#settings;
    return stop ? stopReason(stop) : this.#work.run(this.#settings);
  }

  /** Stores what the campaign waits for. */
  async #storeReason(next: Reason | null): Promise<void> {
    if (sameReason(next, this.#reason)) return;
    await this.#asClient((tx) => setReason(tx, this.lease, next));
    this.#reason = next;
  }

  /** A full disk may still take an update in place. If it does not, the API reports the trouble. */
  async #storeTrouble(error: unknown): Promise<void> {
    const { runStatus: status, campaignType: type } = this.#settings;
    if (troubleOf(error) !== 'full' || status !== runStatus.running) return;
    const channel = type === campaignType.texting ? 'text' : 'voice';
    await this.#storeReason(troubleReason('full', channel)).catch(() => {});
  }

  #asClient<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return asClient(this.#deps.db, this.lease.clientId, work);
  }
}
