/**
 * Runs one leased campaign, step by step: recover, record, then work or come to an end. Steps
 * never overlap. What a step cannot do, because the database is away, the next one does. What the
 * work is, calls or texts, comes from voice/ and text/.
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
import { loggedNote } from '#domain/reason-sentences.ts';
import { operatorStopReason, troubleReason } from '#domain/reasons.ts';
import { attemptIdOf } from './attempt-id.ts';
import type { CampaignWork, RunnerSide } from './campaign-work.ts';
import type { RunnerDeps } from './deps.ts';
import { haltOf } from './halt.ts';
import { inTime, longestFinish, within } from './hand-over.ts';

/** Real milliseconds between two recoveries while calls are spared. */
const recoverEvery = 500;

export class LeasedCampaign {
  readonly lease: Lease;
  readonly #deps: RunnerDeps;
  readonly #work: CampaignWork;
  readonly #leaseMs: number;
  #settings: RunSettings;
  /** Another engine has the campaign. */
  #isLost = false;
  /** It is about to pass to another engine: nothing new begins. */
  #isResting = false;
  /** What stands stored as its reason. */
  #reason: StoredReason | null;
  /** A step is working: something may be claimed at this moment. */
  #isWorking = false;
  /** Resolved when the step that is being taken waits for its carrier. */
  #leave = Promise.withResolvers<void>();
  /** With which note orphaned attempts end; set while there may be some. */
  #orphans: Note | undefined;
  /** There may be orphaned attempts of this engine, and not only of an earlier one. */
  #isInDoubt = true;
  /** Real time: until then the engine before this one may turn out to be slow and not dead. */
  readonly #spareUntil: number;
  /** Real time. */
  #recoverAt = 0;
  #holdAt = 0;
  /** Which database this is; another one after a restore. */
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
    this.#leaseMs = (deps.leaseSeconds ?? 8) * 1_000;
    this.#spareUntil = performance.now() + this.#leaseMs;
    this.#world = deps.witness?.world();
    this.#work = workOf({
      settings: () => this.#settings,
      takenOver: first.runStatus === runStatus.running,
      onDoubt: () => this.#doubt(this.#work.notes.lostAnswer),
      answerOf: async (answer, late) => {
        const soon = setImmediate(() => this.#leave.resolve());
        return inTime(answer, late).finally(() => clearImmediate(soon));
      },
    });
    this.#orphans = this.#work.notes.takeover;
  }

  /** Begins a step; must not be called again before it has ended. */
  async step(): Promise<void> {
    try {
      await this.#step();
    } catch (error) {
      if (!this.#isLost) await this.#sayTrouble(error);
      throw error;
    }
  }

  /** Resolves when the step that is being taken waits for its carrier, which may take seconds. */
  waitsForCarrier(): Promise<void> {
    return this.#leave.promise;
  }

  /** Whether something is being submitted, or may be claimed for it at this moment. */
  isHandingOver(): boolean {
    return this.#isWorking || this.#work.isHandingOver?.() === true;
  }

  /** New settings, several times a second. */
  update(settings: RunSettings): void {
    this.#settings = settings;
    this.#isLost = false;
  }

  /** Another engine has the campaign: nothing new begins; what is in flight is followed to its end. */
  lose(): void {
    this.#isLost = true;
  }

  /** It is about to pass to another engine: nothing new begins, until that is taken back. */
  rest(resting: boolean): void {
    this.#isResting = resting;
  }

  /** Whether another engine may go on with the campaign while this one follows what is in flight. */
  mayPass(): boolean {
    if (!this.#isResting || this.#isInDoubt || this.isHandingOver()) return false;
    return this.#work.mayPass?.() ?? this.#work.size() === 0;
  }

  /** Of voice: begins to call the agents that were asked for; what fails the next step does. */
  callAgents(): void {
    this.#work.callAgents?.();
  }

  /** Calls and texts in flight, and ended ones whose result is not committed. */
  calls(): number {
    return this.#work.size();
  }

  /** At a shutdown, before `abandon`: gives the carrier a moment for its answers. */
  async finish(): Promise<void> {
    await within(longestFinish, this.#work.answered?.() ?? Promise.resolve(), undefined);
  }

  /** At a shutdown: what is in flight ends, as unknown where nobody answered yet, so that nothing waits for the next start. */
  async abandon(): Promise<void> {
    await this.#work.settle();
    await this.#work.forget();
    if (!this.#isLost) await this.#recover(this.#work.notes.shutdown);
  }

  async #step(): Promise<void> {
    const work = this.#work;
    this.#leave = Promise.withResolvers();
    this.#meetWorld();
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

  /** There may be orphaned attempts: they end with this note. */
  #doubt(note: Note): void {
    this.#orphans = note;
    this.#isInDoubt = true;
    this.#recoverAt = 0;
  }

  /**
   * A database that was put back may give the same lease again, under the same fence. What it has open is of
   * whoever held the lease then.
   */
  #meetWorld(): void {
    const here = this.#deps.witness?.world();
    if (here === this.#world) return;
    this.#world = here;
    this.#doubt(this.#work.notes.takeover);
  }

  /** Ends orphaned attempts; those that are spared are looked at again. */
  async #recover(note: Note): Promise<void> {
    const { clock, vault, log } = this.#deps;
    const { clientId } = this.lease;
    const isKnown = ({ callListId, entryId }: AttemptKey) =>
      this.#work.has(attemptIdOf(clientId, callListId, entryId));
    const sparesAgents = performance.now() < this.#spareUntil;
    const end = { now: clock.now(), note, isKnown, sparesAgents };
    let ended = 0;
    for (;;) {
      const some = await this.#asClient((tx) => endOrphans(tx, vault, this.lease, end));
      this.#work.spared?.(some.agents);
      this.#orphans = some.spared > 0 ? note : undefined;
      if (some.ended.length === 0) break;
      ended += some.ended.length;
      for (const { callListId, entryId } of some.ended) {
        this.#work.orphaned?.(attemptIdOf(clientId, callListId, entryId), end.now);
      }
    }
    this.#isInDoubt = false;
    this.#recoverAt = performance.now() + recoverEvery;
    if (ended > 0) {
      log.warn({ ...this.lease, ended, note: loggedNote(note) }, this.#work.notes.log);
    }
  }

  async #hold(): Promise<void> {
    if (performance.now() < this.#holdAt) return;
    await this.#work.hold?.();
    this.#holdAt = performance.now() + this.#leaseMs / 4;
  }

  async #start(): Promise<void> {
    const against = this.#work.cannotStart(this.#settings);
    if (against !== undefined) {
      await this.#asClient((tx) => refuseRun(tx, this.lease, against));
      // The next start is judged by settings that were read after it, not by these.
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
    await this.#say(next);
  }

  /** By a clock that is off nobody knows whose calling hours it is; by an old database, who was called. */
  async #workUnlessHalted(): Promise<Reason | null> {
    const halt = haltOf(this.#deps);
    if (halt) return halt.reason;
    // A claim asks for it once more: one that began just now is not seen here.
    const { operatorStop } = this.#settings;
    return operatorStop ? operatorStopReason(operatorStop) : this.#work.run(this.#settings);
  }

  /** Stores what the campaign waits for. */
  async #say(next: Reason | null): Promise<void> {
    if (sameReason(next, this.#reason)) return;
    await this.#asClient((tx) => setReason(tx, this.lease, next));
    this.#reason = next;
  }

  /** A full disk still takes a change that finds room where it stands; if not, the API says it. */
  async #sayTrouble(error: unknown): Promise<void> {
    const { runStatus: status, campaignType: type } = this.#settings;
    if (troubleOf(error) !== 'full' || status !== runStatus.running) return;
    const channel = type === campaignType.texting ? 'text' : 'voice';
    await this.#say(troubleReason('full', channel)).catch(() => {});
  }

  #asClient<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return asClient(this.#deps.db, this.lease.clientId, work);
  }
}
