/**
 * Runs one leased campaign, step by step: recover, record, then work or come to an end. Steps
 * never overlap. What a step cannot do, because the database is away, the next one does. What the
 * work is, calls or texts, comes from voice/ and text/.
 */

import { campaignType, runStatus } from '#contract/campaign.ts';
import type { Note } from '#contract/note.ts';
import { type Reason, type StoredReason, sameReason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { troubleOf } from '#db/errors.ts';
import type { AttemptKey } from '#db/queries/attempt-key.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { endOrphans } from '#db/queries/recovery.ts';
import { beginRun, endRun, refuseRun, setReason } from '#db/queries/run-transition.ts';
import { loggedNote } from '#domain/reason-sentences.ts';
import { operatorStopReason, troubleReason } from '#domain/reasons.ts';
import { attemptIdOf } from './attempt-id.ts';
import type { RunnerDeps } from './deps.ts';
import { haltOf } from './halt.ts';
import { inTime, longestFinish, within } from './hand-over.ts';

export interface CampaignRunner {
  readonly lease: Lease;
  /** New settings, several times a second. */
  update(settings: RunSettings): void;
  /** Another engine has the campaign: nothing new begins; what is in hand is followed to its end. */
  lose(): void;
  /** It is about to be handed over: nothing new begins, until that is taken back. */
  rest(resting: boolean): void;
  /** Whether another engine may go on with the campaign while this one follows what is in hand. */
  mayPass(): boolean;
  step(): Promise<void>;
  /** Resolves when the step that is being taken waits for its carrier, which may take seconds. */
  waitsForCarrier(): Promise<void>;
  /** Whether something is under way to the carrier, or may be claimed for it at this moment. */
  isHandingOver(): boolean;
  /** Of voice: begins to call the agents that were asked for; what fails the next step does. */
  callAgents?(): void;
  /** Calls and texts in hand, and ended ones whose result is not committed. */
  calls(): number;
  /** At a shutdown, before `abandon`: gives the carrier a moment for its answers. */
  finish(): Promise<void>;
  /** At a shutdown: what is in hand ends, as unknown where nobody answered yet, so that nothing waits for the next start. */
  abandon(): Promise<void>;
}

/** What a kind of campaign does in each step. */
export interface CampaignWork {
  /** Why attempts end as unknown, by what had become of them, and the log's words for it. */
  notes: { takeover: Note; lostAnswer: Note; shutdown: Note; log: string };
  has(attemptId: string): boolean;
  size(): number;
  /** Gives up what was not heard of for too long. */
  endSilent?(): void;
  /** Commits what has come in. */
  settle(): Promise<void>;
  /** Why it cannot start now; undefined when it can. */
  cannotStart(settings: RunSettings): Reason | undefined;
  /** It has just been started. */
  begun?(settings: RunSettings): void;
  /** Of texting: the campaign is being stopped; what has not left its carrier is not to. */
  stopping?(): Promise<void>;
  /** Does what is due. Answers what the campaign waits for, null when it works. */
  run(settings: RunSettings): Promise<Reason | null>;
  /** An attempt in nobody's hand has ended: what the carrier still holds of it is left to nobody. */
  orphaned?(attemptId: string, at: number): void;
  /** Of voice: so many agents are in calls that another engine may still have in hand. */
  spared?(agents: number): void;
  /** Of voice: says that calls with an agent go on here, although another engine has the campaign. */
  hold?(): Promise<void>;
  callAgents?(): void;
  /** Whether something that `run` began is still under way to the carrier. */
  isHandingOver?(): boolean;
  /**
   * Whether all that is in hand goes on without the lease. When absent: nothing is in hand.
   */
  mayPass?(): boolean;
  /** Resolves when the carrier has answered all that was handed over. */
  answered?(): Promise<unknown>;
  /** Drops what is in hand, at a shutdown; commits what is known of it. */
  forget(): void | Promise<void>;
}

/** What the work may ask of its runner. */
export interface RunnerSide {
  settings(): RunSettings;
  /** The campaign was running under another engine: its rate must hold over the change. */
  takenOver: boolean;
  /** A claim may have been committed without an answer, or was not handed over. */
  onDoubt(): void;
  /**
   * A carrier's answer to a hand-over, or `late` when there is none in time. Other campaigns and the
   * lease's renewal do not wait for it.
   */
  answerOf<T>(work: Promise<T>, late: T): Promise<T>;
}

/** Real milliseconds between two looks at calls that are spared. */
const recoverEvery = 500;

export function createCampaignRunner(
  deps: RunnerDeps,
  lease: Lease,
  first: RunSettings,
  workOf: (side: RunnerSide) => CampaignWork,
): CampaignRunner {
  const { db, clock, vault, log } = deps;
  const { clientId } = lease;
  let settings = first;
  let lost = false;
  let resting = false;
  let reason: StoredReason | null = first.reason;
  let running = false;
  let leave = Promise.withResolvers<void>();
  const work = workOf({
    settings: () => settings,
    takenOver: first.runStatus === runStatus.running,
    onDoubt() {
      orphans = work.notes.lostAnswer;
      inDoubt = true;
      recoverAt = 0;
    },
    async answerOf(answer, late) {
      const soon = setImmediate(() => leave.resolve());
      return inTime(answer, late).finally(() => clearImmediate(soon));
    },
  });
  /** Set while there may be open attempts that are in nobody's hand. */
  let orphans: Note | undefined = work.notes.takeover;
  /** Open attempts may be in nobody's hand here, and not only in that of an earlier engine. */
  let inDoubt = true;
  const leaseMs = (deps.leaseSeconds ?? 8) * 1_000;
  /** Real time: until then the engine before this one may turn out to be slow and not dead. */
  const spareUntil = performance.now() + leaseMs;
  let recoverAt = 0;
  let holdAt = 0;
  let world = deps.witness?.world();

  /**
   * A database that was put back may give the same lease again, under the same fence. What it has open is of
   * whoever held the lease then.
   */
  function meetWorld(): void {
    const here = deps.witness?.world();
    if (here === world) return;
    world = here;
    orphans = work.notes.takeover;
    inDoubt = true;
    recoverAt = 0;
  }

  /** Calls that are spared are looked at again. */
  async function recover(note: Note): Promise<void> {
    const isKnown = ({ callListId, entryId }: AttemptKey) =>
      work.has(attemptIdOf(clientId, callListId, entryId));
    const end = { now: clock.now(), note, isKnown, sparesAgents: performance.now() < spareUntil };
    let ended = 0;
    for (;;) {
      const some = await asClient(db, clientId, (tx) => endOrphans(tx, vault, lease, end));
      work.spared?.(some.agents);
      orphans = some.spared > 0 ? note : undefined;
      if (some.ended.length === 0) break;
      ended += some.ended.length;
      for (const { callListId, entryId } of some.ended) {
        work.orphaned?.(attemptIdOf(clientId, callListId, entryId), end.now);
      }
    }
    inDoubt = false;
    recoverAt = performance.now() + recoverEvery;
    if (ended > 0) log.warn({ ...lease, ended, note: loggedNote(note) }, work.notes.log);
  }

  async function hold(): Promise<void> {
    if (performance.now() < holdAt) return;
    await work.hold?.();
    holdAt = performance.now() + leaseMs / 4;
  }

  async function start(): Promise<void> {
    const against = work.cannotStart(settings);
    if (against !== undefined) {
      await asClient(db, clientId, (tx) => refuseRun(tx, lease, against));
      // The next start is judged by settings that were read after it, not by these.
      settings = { ...settings, runStatus: runStatus.stopped };
      return;
    }
    const now = new Date(clock.now());
    if (!(await asClient(db, clientId, (tx) => beginRun(tx, lease, now)))) return;
    work.begun?.(settings);
    reason = null;
    settings = { ...settings, runStatus: runStatus.running };
    await run();
  }

  /** By a clock that is off nobody knows whose calling hours it is; by an old database, who was called. */
  async function workUnlessHalted(): Promise<Reason | null> {
    const halt = haltOf(deps);
    if (halt) return halt.reason;
    // A claim asks for it once more: one that began just now is not seen here.
    const { operatorStop } = settings;
    return operatorStop ? operatorStopReason(operatorStop) : work.run(settings);
  }

  async function run(): Promise<void> {
    running = true;
    const next = await workUnlessHalted().finally(() => {
      running = false;
    });
    await say(next);
  }

  async function say(next: Reason | null): Promise<void> {
    if (sameReason(next, reason)) return;
    await asClient(db, clientId, (tx) => setReason(tx, lease, next));
    reason = next;
  }

  /** A full disk takes a word still that finds room where it stands; if not, the API says it. */
  async function sayTrouble(error: unknown): Promise<void> {
    if (troubleOf(error) !== 'full' || settings.runStatus !== runStatus.running) return;
    const channel = settings.campaignType === campaignType.texting ? 'text' : 'voice';
    await say(troubleReason('full', channel)).catch(() => {});
  }

  async function step(): Promise<void> {
    leave = Promise.withResolvers();
    meetWorld();
    if (orphans !== undefined && !lost && performance.now() >= recoverAt) await recover(orphans);
    work.endSilent?.();
    await work.settle();
    if (lost) return hold();
    if (settings.runStatus === runStatus.stopping) {
      await work.stopping?.();
      if (work.size() === 0) await asClient(db, clientId, (tx) => endRun(tx, lease));
    } else if (deps.isDraining() || resting) return;
    else if (settings.runStatus === runStatus.starting) await start();
    else if (settings.runStatus === runStatus.running) await run();
  }

  const isHandingOver = () => running || work.isHandingOver?.() === true;

  return {
    lease,
    waitsForCarrier: () => leave.promise,
    isHandingOver,
    rest(next) {
      resting = next;
    },
    mayPass: () =>
      resting && !inDoubt && !isHandingOver() && (work.mayPass?.() ?? work.size() === 0),
    async step() {
      try {
        await step();
      } catch (error) {
        if (!lost) await sayTrouble(error);
        throw error;
      }
    },
    update(next) {
      settings = next;
      lost = false;
    },
    lose() {
      lost = true;
    },
    callAgents: () => work.callAgents?.(),
    calls: () => work.size(),
    async finish() {
      await within(longestFinish, work.answered?.() ?? Promise.resolve(), undefined);
    },
    async abandon() {
      await work.settle();
      await work.forget();
      if (!lost) await recover(work.notes.shutdown);
    },
  };
}
