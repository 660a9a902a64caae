/**
 * The campaigns that this engine holds: their leases are renewed, free ones are taken, and each has its
 * runner until it is let go of.
 */
import { campaignType, runStatus } from '#contract/campaign.ts';
import { asPlatform } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import {
  acquireLeases,
  type Lease,
  type RunSettings,
  readLeasedCampaigns,
  releaseLease,
  renewLeases,
  type TakenLease,
} from '#db/queries/lease.ts';
import type { VoiceCarrier } from '../carriers/port.ts';
import type { TextCarrier } from '../carriers/text-port.ts';
import type { CampaignRunner } from './campaign-runner.ts';
import type { CampaignSteps } from './campaign-steps.ts';
import type { ByName, RunnerDeps } from './deps.ts';
import { Fleet, type FleetLook } from './fleet.ts';
import { keyOf } from './fleet-hand-over.ts';
import type { LeaseHolds } from './lease-holds.ts';
import { createTextRunner } from './text/text-runner.ts';
import type { TickParts } from './tick-parts.ts';
import { createVoiceRunner } from './voice/voice-runner.ts';

export interface HeldCampaigns {
  runners(): CampaignRunner[];
  /** Looks at the leases and at the rows of the campaigns. */
  refresh(): Promise<void>;
  /** Whether the leases are to be renewed now, by a clock that nobody puts back. */
  isRenewalDue(): boolean;
  /** Of those that have nothing in hand: another engine may have them at once. */
  letGoOfIdle(): Promise<unknown>;
  /** At the end: the others hear that this engine is gone. */
  letGoOfAll(): Promise<void>;
}

interface Options {
  leaseSeconds: number;
  holds: LeaseHolds;
  steps: CampaignSteps;
  parts: TickParts;
  /** Whether an answer to a text waits for what an engine has in hand. */
  isWaiting(): boolean;
}

export function createHeldCampaigns(deps: RunnerDeps, options: Options): HeldCampaigns {
  const { db, leaseDb = db, log, engineId, carriers, textCarriers } = deps;
  const { leaseSeconds, holds, steps, parts, isWaiting } = options;
  const runners = new Map<string, CampaignRunner>();
  const fleet = new Fleet(deps, { leaseSeconds, holds, runners, ...steps });
  let renewAt = 0;

  /** One transaction for all leases, which waits for no client: see renewLeases and acquireLeases. */
  async function refresh(): Promise<void> {
    const asked = holds.now();
    const renew = asked >= renewAt;
    let handingOver: Lease[] = [];
    let renewed: Lease[] = [];
    let taken: TakenLease[] = [];
    let leftOut = 0;
    let look: FleetLook | undefined;
    const campaigns = await asPlatform(leaseDb, async (tx) => {
      [renewed, taken] = [[], []];
      const here = {
        voice: connectedOf(carriers),
        text: textCarriers ? connectedOf(textCarriers) : [],
      };
      // Before the leases are locked, for which every claim waits.
      look = await fleet.look(tx, here);
      if (renew) {
        const outcome = await renewLeases(tx, engineId, leaseSeconds, () => {
          handingOver = [...runners.values()].filter((one) => one.isHandingOver()).map(leaseOf);
          return handingOver;
        });
        renewed = outcome.renewed;
        leftOut = outcome.leftOut;
      }
      if (look.take.length > 0) {
        const { take } = look;
        taken = await acquireLeases(tx, engineId, leaseSeconds, here, take);
      }
      return readLeasedCampaigns(tx, engineId, here);
    });
    holds.stand(campaigns, asked, [...renewed, ...taken]);
    deps.metrics.holds(campaigns);
    if (look) fleet.stand(look, renewed);
    for (const one of taken) tellTaken(one, campaigns);
    // Somebody may wait to hear that what is under way is over: that is told at the next look.
    const again = handingOver.length > 0 || leftOut > 0;
    if (renew) renewAt = again ? asked : asked + leaseSeconds * 250;
    if (isWaiting()) renewAt = asked;
    const held = new Set(campaigns.map(keyOf));
    for (const [key, runner] of runners) if (!held.has(key)) runner.lose();
    const work = campaigns.flatMap((campaign) => assign(campaign) ?? passOn(campaign) ?? []);
    work.push(...fleet.handOver(campaigns));
    for (const [key, runner] of runners) {
      if (!held.has(key) && !isBusy(runner)) runners.delete(key);
    }
    await parts.await(Promise.all(work));
  }

  /** What runs already goes on here; what is started is no matter of who had it last time. */
  function tellTaken({ from, ...lease }: TakenLease, campaigns: readonly RunSettings[]): void {
    const key = keyOf(lease);
    const campaign = campaigns.find((one) => keyOf(one) === key);
    if (!from || !campaign || campaign.runStatus === runStatus.starting) return;
    const name = fleet.nameOf(from.engineId);
    const line = { clientId: lease.clientId, campaignId: lease.campaignId, from: name ?? null };
    const engine = name === undefined ? 'an engine that is gone' : `engine ${name}`;
    const words = `took campaign ${lease.campaignId} over from ${engine}`;
    if (from.died) log.warn(line, words);
    else log.info(line, words);
  }

  /** It has something in hand, or is just about to. */
  function isBusy(runner: CampaignRunner): boolean {
    return runner.calls() > 0 || steps.isUnderWay(runner);
  }

  /** Answers what it began to do because the campaign is Stopped. */
  function assign(campaign: RunSettings): Promise<void> | undefined {
    const key = keyOf(campaign);
    const { clientId, campaignId, fence } = campaign;
    const lease = { clientId, campaignId, engineId, fence };
    const known = runners.get(key);
    if (known?.lease.fence === fence) known.update(campaign);
    // A runner of an older fence follows its calls to their end before a new one begins.
    else if (!known || !isBusy(known)) {
      runners.set(key, createRunner(deps, lease, campaign));
    }
    if (campaign.runStatus !== runStatus.stopped || (known && isBusy(known))) return undefined;
    const runner = runners.get(key);
    if (!runner) return undefined;
    return steps.alone(runner, async () => {
      await asPlatform(leaseDb, (tx) => releaseLease(tx, lease));
      runners.delete(key);
    });
  }

  /** It could only wait here. What is in hand is followed to its end first. */
  function passOn(campaign: RunSettings): Promise<void> | undefined {
    if (!campaign.carrierElsewhere) return undefined;
    const key = keyOf(campaign);
    const runner = runners.get(key);
    if (!runner || isBusy(runner) || campaign.runStatus === runStatus.stopping) return undefined;
    log.info({ ...runner.lease }, 'left to an engine that is connected to the carrier');
    return steps.alone(runner, async () => {
      await letGo(runner);
      runners.delete(key);
    });
  }

  async function letGo(runner: CampaignRunner): Promise<void> {
    // Its carrier may hold texts back still: what ends as unknown here is not to go out afterwards.
    holds.end(runner.lease);
    try {
      await runner.abandon();
      await asPlatform(leaseDb, (tx) => releaseLease(tx, runner.lease));
    } catch (error) {
      // The next start does it from the rows.
      const line = { err: error, ...runner.lease };
      log[levelOf(error, 'warn')](line, 'a campaign was not let go of in order');
    }
  }

  function letGoOfIdle(): Promise<unknown> {
    const idle = [...runners].filter(([, runner]) => !isBusy(runner));
    return Promise.all(
      idle.map(([key, runner]) =>
        steps.alone(runner, async () => {
          await letGo(runner);
          runners.delete(key);
        }),
      ),
    );
  }

  return {
    runners: () => [...runners.values()],
    refresh,
    isRenewalDue: () => holds.now() >= renewAt,
    letGoOfIdle,
    async letGoOfAll() {
      await Promise.all([...runners.values()].map(letGo));
      runners.clear();
      await fleet.leave();
    },
  };
}

/** By the campaign's type. */
function createRunner(...given: Parameters<typeof createVoiceRunner>): CampaignRunner {
  const [, , { campaignType: type }] = given;
  return type === campaignType.texting ? createTextRunner(...given) : createVoiceRunner(...given);
}

function connectedOf(carriers: ByName<VoiceCarrier | TextCarrier>): string[] {
  return [...carriers.values()].filter((one) => one.connected()).map(({ name }) => name);
}

const leaseOf = ({ lease }: CampaignRunner) => lease;
