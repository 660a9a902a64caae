/**
 * Runs one leased campaign, step by step: recover, record, then dial or come to an end. Steps
 * never overlap. What a step cannot do, because the database is away, the next one does.
 */
import { campaignType, runStatus } from '#contract/campaign.ts';
import { asClient } from '#db/database.ts';
import { cannotRunTexts } from '#db/queries/campaign-run.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { type AttemptKey, endOrphans } from '#db/queries/recovery.ts';
import { beginRun, endRun, refuseRun, setReason } from '#db/queries/run-transition.ts';
import { runReasons } from '#domain/run-reason.ts';
import type { VoiceCarrier } from '../../carriers/port.ts';
import type { RunnerDeps } from '../deps.ts';
import { attemptIdOf } from './attempt-id.ts';
import { createCallBook } from './call-book.ts';
import { createDialer } from './dialer.ts';

export interface CampaignRunner {
  readonly lease: Lease;
  /** New settings, several times a second. */
  update(settings: RunSettings): void;
  /** Another engine has the campaign: no more calls; those in progress are followed to their end. */
  lose(): void;
  step(): Promise<void>;
  /** Of voice: begins to call the agents that were asked for; what fails the next step does. */
  callAgents?(): void;
  /** Calls in progress, and ended ones whose result is not committed. */
  calls(): number;
  /** At a shutdown: what is in progress ends as unknown, so that nothing waits for the next start. */
  abandon(): Promise<void>;
}

const orphanNotes = {
  takeover: 'The engine that placed this call ended while it was in progress.',
  lostAnswer: 'The database went away while this call was being placed.',
  shutdown: 'The platform was shut down while this call was in progress.',
} as const;

export function createCampaignRunner(
  deps: RunnerDeps,
  lease: Lease,
  first: RunSettings,
): CampaignRunner {
  const { db, clock, vault, log } = deps;
  const { clientId } = lease;
  const carrier: VoiceCarrier | undefined = deps.carriers.get(first.carrier);
  const book = createCallBook(deps, lease, carrier, () => settings);
  const dialer = createDialer(deps, lease, carrier, book, {
    takenOver: first.runStatus === runStatus.running,
    onDoubt() {
      orphans = orphanNotes.lostAnswer;
    },
  });
  let settings = first;
  let lost = false;
  /** Set while there may be open attempts that are not in the book. */
  let orphans: string | undefined = orphanNotes.takeover;
  let reason = first.statusReason;

  async function recover(note: string): Promise<void> {
    const isKnown = ({ callListId, entryId }: AttemptKey) =>
      book.has(attemptIdOf(clientId, callListId, entryId));
    const end = { now: clock.now(), note, isKnown };
    let ended = 0;
    for (;;) {
      const some = await asClient(db, clientId, (tx) => endOrphans(tx, vault, lease, end));
      if (some.length === 0) break;
      ended += some.length;
      // What the carrier still holds of them, customer or agent, is left to nobody.
      for (const { callListId, entryId } of some) {
        carrier?.hangUp(attemptIdOf(clientId, callListId, entryId), end.now);
      }
    }
    if (ended > 0) log.warn({ ...lease, ended, note }, 'calls with an unknown outcome');
  }

  async function say(next: string | null): Promise<void> {
    if (next === reason) return;
    await asClient(db, clientId, (tx) => setReason(tx, lease, next));
    reason = next;
  }

  async function start(): Promise<void> {
    const against = reasonAgainst(settings, carrier);
    if (against !== undefined) {
      await asClient(db, clientId, (tx) => refuseRun(tx, lease, against));
      return;
    }
    const now = new Date(clock.now());
    if (!(await asClient(db, clientId, (tx) => beginRun(tx, lease, now)))) return;
    reason = null;
    settings = { ...settings, runStatus: runStatus.running };
    await run();
  }

  async function run(): Promise<void> {
    if (settings.clientDisabled) return say(runReasons.clientDisabled);
    if (!carrier?.connected()) return say(runReasons.carrierAway);
    if (settings.campaignType === campaignType.linkback && !settings.customerMessage) {
      return say(runReasons.noCustomerMessage);
    }
    await say(await dialer.dial(settings));
  }

  async function step(): Promise<void> {
    if (orphans !== undefined && !lost) {
      await recover(orphans);
      orphans = undefined;
    }
    book.endSilent(deps.heardUntil());
    await book.record();
    await dialer.settle();
    if (lost) return;
    if (settings.runStatus === runStatus.starting) await start();
    else if (settings.runStatus === runStatus.running) await run();
    else if (settings.runStatus === runStatus.stopping && book.size() === 0) {
      await asClient(db, clientId, (tx) => endRun(tx, lease));
    }
  }

  return {
    lease,
    step,
    update(next) {
      settings = next;
      lost = false;
    },
    callAgents() {
      book.agents.call().catch(() => {});
    },
    lose() {
      lost = true;
    },
    calls: () => book.size(),
    async abandon() {
      await book.record();
      await dialer.settle();
      book.forget(clock.now());
      if (!lost) await recover(orphanNotes.shutdown);
    },
  };
}

function reasonAgainst(
  settings: RunSettings,
  carrier: VoiceCarrier | undefined,
): string | undefined {
  if (settings.clientDisabled) return runReasons.clientDisabled;
  if (!carrier?.connected()) return cannotRunTexts.carrierAway;
  return undefined;
}
