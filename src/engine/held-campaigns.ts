/**
 * The campaigns that this engine holds. Renews their leases, takes free campaigns, and gives each
 * its runner until it is released.
 */
import { campaignType, runStatus } from '#contract/campaign.ts';
import { asPlatform } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import {
  acquireLeases,
  type ConnectedHere,
  type Lease,
  type RunSettings,
  readLeasedCampaigns,
  releaseLease,
  renewLeases,
  type TakenLease,
} from '#db/queries/lease.ts';
import type { VoiceCarrier } from '../carriers/port.ts';
import type { TextCarrier } from '../carriers/text-port.ts';
import type { LeasedCampaign } from './campaign-runner.ts';
import type { CampaignSteps } from './campaign-steps.ts';
import type { ByName, RunnerDeps } from './deps.ts';
import { Fleet, type FleetSnapshot } from './fleet.ts';
import { keyOf } from './fleet-hand-over.ts';
import type { LeaseHolds } from './lease-holds.ts';
import { createTextRunner } from './text/text-runner.ts';
import type { TickParts } from './tick-parts.ts';
import { createVoiceRunner } from './voice/voice-runner.ts';

interface Options {
  leaseSeconds: number;
  holds: LeaseHolds;
  steps: CampaignSteps;
  parts: TickParts;
  /** Whether an auto-reply waits for what is in flight. */
  isWaiting(): boolean;
}

/** What one transaction read and changed of the leases. */
interface LeaseSnapshot {
  /** Campaigns that this engine owns now. */
  campaigns: RunSettings[];
  /** Those that the transaction recorded as submitting something. */
  submitting: Lease[];
  renewed: Lease[];
  taken: TakenLease[];
  /** Leases that another transaction had locked. */
  leftOut: number;
  fleet: FleetSnapshot;
}

export class HeldCampaigns {
  readonly #deps: RunnerDeps;
  readonly #options: Options;
  /** By key: one for each held campaign, and those that follow calls of earlier leases. */
  readonly #runners = new Map<string, LeasedCampaign>();
  readonly #fleet: Fleet;
  /** On `holds.now()`. */
  #renewAt = 0;

  constructor(deps: RunnerDeps, options: Options) {
    const { leaseSeconds, holds, steps } = options;
    this.#deps = deps;
    this.#options = options;
    this.#fleet = new Fleet(deps, {
      ...{ leaseSeconds, holds, runners: this.#runners },
      alone: (runner, work) => steps.alone(runner, work),
      isUnderWay: (runner) => steps.isUnderWay(runner),
    });
  }

  runners(): LeasedCampaign[] {
    return [...this.#runners.values()];
  }

  /** Whether the leases must be renewed now, by a monotonic clock. */
  isRenewalDue(): boolean {
    return this.#options.holds.now() >= this.#renewAt;
  }

  /** Renews the leases and reads the rows of the campaigns. */
  async refresh(): Promise<void> {
    const { leaseSeconds, holds, parts, isWaiting } = this.#options;
    const asked = holds.now();
    const renew = asked >= this.#renewAt;
    const snapshot = await this.#refreshLeases(renew);
    const { campaigns, renewed, taken } = snapshot;
    holds.confirm(campaigns, asked, [...renewed, ...taken]);
    this.#deps.metrics.holds(campaigns);
    this.#fleet.apply(snapshot.fleet, renewed);
    for (const one of taken) this.#logTaken(one, campaigns);
    // Somebody may wait for these submissions to end: the next renewal reports that.
    const again = snapshot.submitting.length > 0 || snapshot.leftOut > 0;
    if (renew) this.#renewAt = again ? asked : asked + leaseSeconds * 250;
    if (isWaiting()) this.#renewAt = asked;
    const held = new Set(campaigns.map(keyOf));
    for (const [key, runner] of this.#runners) if (!held.has(key)) runner.lose();
    const work = campaigns.flatMap((one) => this.#assign(one) ?? this.#passOn(one) ?? []);
    work.push(...this.#fleet.handOver(campaigns));
    for (const [key, runner] of this.#runners) {
      if (!held.has(key) && !this.#isBusy(runner)) this.#runners.delete(key);
    }
    await parts.await(Promise.all(work));
  }

  /** Releases those that have nothing in flight: another engine may take them at once. */
  letGoOfIdle(): Promise<unknown> {
    const idle = [...this.#runners].filter(([, runner]) => !this.#isBusy(runner));
    return Promise.all(idle.map(([key, runner]) => this.#letGoAlone(key, runner)));
  }

  /** At the end. Also reports to the others that this engine is gone. */
  async letGoOfAll(): Promise<void> {
    await Promise.all(this.runners().map((runner) => this.#letGo(runner)));
    this.#runners.clear();
    await this.#fleet.leave();
  }

  /** The campaigns are read when the leases are free again: every claim waits for their lock. */
  async #refreshLeases(renew: boolean): Promise<LeaseSnapshot> {
    const { db, leaseDb = db, engineId, carriers, textCarriers } = this.#deps;
    const here = {
      voice: connectedOf(carriers),
      text: textCarriers ? connectedOf(textCarriers) : [],
    };
    const leases = await this.#keepLeases(renew, here);
    const campaigns = await asPlatform(leaseDb, (tx) => readLeasedCampaigns(tx, engineId, here));
    return { ...leases, campaigns };
  }

  /**
   * One transaction for all leases, which waits for no client: see renewLeases and acquireLeases.
   * It may be repeated.
   */
  #keepLeases(renew: boolean, here: ConnectedHere): Promise<Omit<LeaseSnapshot, 'campaigns'>> {
    const { db, leaseDb = db, engineId } = this.#deps;
    const { leaseSeconds } = this.#options;
    return asPlatform(leaseDb, async (tx) => {
      let submitting: Lease[] = [];
      let renewed: Lease[] = [];
      let taken: TakenLease[] = [];
      let leftOut = 0;
      // Before the leases are locked, because every claim waits for that lock.
      const fleet = await this.#fleet.refresh(tx, here);
      if (renew) {
        const outcome = await renewLeases(tx, engineId, leaseSeconds, () => {
          submitting = this.runners()
            .filter((one) => one.isSubmitting())
            .map(leaseOf);
          return submitting;
        });
        renewed = outcome.renewed;
        leftOut = outcome.leftOut;
      }
      if (fleet.take.length > 0) {
        taken = await acquireLeases(tx, engineId, leaseSeconds, here, fleet.take);
      }
      return { submitting, renewed, taken, leftOut, fleet };
    });
  }

  /** Logs a takeover. For a campaign that is just starting, the previous owner is irrelevant. */
  #logTaken({ from, ...lease }: TakenLease, campaigns: readonly RunSettings[]): void {
    const { log } = this.#deps;
    const key = keyOf(lease);
    const campaign = campaigns.find((one) => keyOf(one) === key);
    if (!from || !campaign || campaign.runStatus === runStatus.starting) return;
    const name = this.#fleet.nameOf(from.engineId);
    // Without a name: its row is gone.
    const line = { clientId: lease.clientId, campaignId: lease.campaignId, from: name ?? null };
    log[from.died ? 'warn' : 'info'](line, 'took over a campaign');
  }

  /** It has something in flight, or is about to. */
  #isBusy(runner: LeasedCampaign): boolean {
    return runner.calls() > 0 || this.#options.steps.isUnderWay(runner);
  }

  /** @returns the release that it began because the campaign is Stopped */
  #assign(campaign: RunSettings): Promise<void> | undefined {
    const { db, leaseDb = db, engineId } = this.#deps;
    const key = keyOf(campaign);
    const { clientId, campaignId, fence } = campaign;
    const lease = { clientId, campaignId, engineId, fence };
    const known = this.#runners.get(key);
    if (known?.lease.fence === fence) known.update(campaign);
    // A runner of an older fence follows its calls to their end before a new one begins.
    else if (!known || !this.#isBusy(known)) {
      this.#runners.set(key, createRunner(this.#deps, lease, campaign));
    }
    const isStopped = campaign.runStatus === runStatus.stopped;
    if (!isStopped || (known && this.#isBusy(known))) return undefined;
    const runner = this.#runners.get(key);
    if (!runner) return undefined;
    return this.#options.steps.alone(runner, async () => {
      await asPlatform(leaseDb, (tx) => releaseLease(tx, lease));
      this.#runners.delete(key);
    });
  }

  /** Releases a campaign that could only wait here, once nothing of it is in flight. */
  #passOn(campaign: RunSettings): Promise<void> | undefined {
    if (!campaign.carrierElsewhere) return undefined;
    const key = keyOf(campaign);
    const runner = this.#runners.get(key);
    const isStopping = campaign.runStatus === runStatus.stopping;
    if (!runner || this.#isBusy(runner) || isStopping) return undefined;
    this.#deps.log.info(
      { ...runner.lease },
      'released a campaign to an engine that is connected to its carrier',
    );
    return this.#letGoAlone(key, runner);
  }

  #letGoAlone(key: string, runner: LeasedCampaign): Promise<void> {
    return this.#options.steps.alone(runner, async () => {
      await this.#letGo(runner);
      this.#runners.delete(key);
    });
  }

  async #letGo(runner: LeasedCampaign): Promise<void> {
    const { db, leaseDb = db, log } = this.#deps;
    // Its carrier may still hold texts back: what ends as unknown here must not go out afterwards.
    this.#options.holds.end(runner.lease);
    try {
      await runner.abandon();
      await asPlatform(leaseDb, (tx) => releaseLease(tx, runner.lease));
    } catch (error) {
      // The next start cleans up from the rows.
      const line = { err: error, ...runner.lease };
      log[levelOf(error, 'warn')](line, 'could not release a campaign cleanly');
    }
  }
}

/** By the campaign's type. */
function createRunner(...given: Parameters<typeof createVoiceRunner>): LeasedCampaign {
  const [, , { campaignType: type }] = given;
  return type === campaignType.texting ? createTextRunner(...given) : createVoiceRunner(...given);
}

function connectedOf(carriers: ByName<VoiceCarrier | TextCarrier>): string[] {
  return [...carriers.values()].filter((one) => one.connected()).map(({ name }) => name);
}

const leaseOf = ({ lease }: LeasedCampaign) => lease;
