/** Runs one leased text campaign, step by step: recover, record, then send or come to an end. */
import { runStatus } from '#contract/campaign.ts';
import { asClient } from '#db/database.ts';
import { cannotRunTexts } from '#db/queries/campaign-run.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { type AttemptKey, endOrphans } from '#db/queries/recovery.ts';
import { beginRun, endRun, refuseRun, setReason } from '#db/queries/run-transition.ts';
import { runReasons } from '#domain/run-reason.ts';
import type { TextCarrier } from '../../carriers/text-port.ts';
import type { RunnerDeps } from '../deps.ts';
import { attemptIdOf } from '../voice/attempt-id.ts';
import type { CampaignRunner } from '../voice/campaign-runner.ts';
import { createSender, type SendSettings } from './sender.ts';
import { createTextBook } from './text-book.ts';

const orphanNotes = {
  takeover: 'The engine that sent this text ended before its carrier answered.',
  lostAnswer: 'The database went away while this text was being sent.',
  shutdown: 'The platform was shut down while this text was being sent.',
} as const;

/** The engine treats it like the runner of a voice campaign; its `calls` are texts in hand. */
export function createTextRunner(
  deps: RunnerDeps,
  lease: Lease,
  first: RunSettings,
): CampaignRunner {
  const { db, clock, vault, log } = deps;
  const { clientId } = lease;
  const carrier = deps.textCarriers?.get(first.textCarrier);
  const book = createTextBook(deps, lease, first.textCarrier);
  const sender = createSender(deps, lease, carrier, book, {
    takenOver: first.runStatus === runStatus.running,
    onDoubt() {
      orphans = orphanNotes.lostAnswer;
    },
  });
  let settings = first;
  let lost = false;
  /** Set while there may be texts in hand that are not in the book. */
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
    }
    if (ended > 0) log.warn({ ...lease, ended, note }, 'texts with an unknown outcome');
  }

  async function say(next: string | null): Promise<void> {
    if (next === reason) return;
    await asClient(db, clientId, (tx) => setReason(tx, lease, next));
    reason = next;
  }

  async function start(): Promise<void> {
    const against = reasonAgainst(settings, carrier, cannotRunTexts.carrierAway);
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
    const against = reasonAgainst(settings, carrier, runReasons.textCarrierAway);
    await say(against ?? (await sender.send(settings as SendSettings)));
  }

  return {
    lease,
    async step() {
      if (orphans !== undefined && !lost) {
        await recover(orphans);
        orphans = undefined;
      }
      await sender.settle();
      if (lost) return;
      if (settings.runStatus === runStatus.starting) await start();
      else if (settings.runStatus === runStatus.running) await run();
      else if (settings.runStatus === runStatus.stopping && book.size() === 0) {
        await asClient(db, clientId, (tx) => endRun(tx, lease));
      }
    },
    update(next) {
      settings = next;
      lost = false;
    },
    lose() {
      lost = true;
    },
    calls: () => book.size(),
    async abandon() {
      await sender.settle();
      book.forget();
      if (!lost) await recover(orphanNotes.shutdown);
    },
  };
}

/** Undefined when it has all that a `SendSettings` needs. */
function reasonAgainst(
  { clientDisabled, textMessage, sendersNumber }: RunSettings,
  carrier: TextCarrier | undefined,
  away: string,
): string | undefined {
  if (clientDisabled) return runReasons.clientDisabled;
  if (!carrier?.connected()) return away;
  if (textMessage === null) return cannotRunTexts.noTextMessage;
  if (sendersNumber === null) return cannotRunTexts.noSender;
  return undefined;
}
