/**
 * Takes the steps of campaigns, one at a time for each. A campaign that fails for its own reasons,
 * or whose carrier is slow, waits alone: the others keep their pace.
 */
import type { Logger } from 'pino';
import { isDatabaseUnreachable, levelOf } from '#db/errors.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import type { LeasedCampaign } from './campaign-runner.ts';
import { errorFields } from './error-fields.ts';

export interface CampaignSteps {
  /** Begins a step unless one is under way; resolves when it has ended or waits for its carrier. */
  take(runner: LeasedCampaign): Promise<void>;
  /** Begins work that no step may overlap, unless a step is under way; resolves as `take` does. */
  alone(runner: LeasedCampaign, work: () => Promise<void>): Promise<void>;
  isUnderWay(runner: LeasedCampaign): boolean;
  /** Resolves when the steps under way have ended. */
  ended(): Promise<unknown>;
}

/** @param backoff backs off from a database that is down, for all campaigns together */
export function createCampaignSteps(log: Logger, backoff: Backoff): CampaignSteps {
  const underWay = new Map<LeasedCampaign, Promise<void>>();
  const resting = new WeakMap<LeasedCampaign, Backoff>();

  async function step(
    runner: LeasedCampaign,
    own: Backoff,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
      own.succeeded();
    } catch (error) {
      if (isDatabaseUnreachable(error)) backoff.failed();
      else own.failed();
      const line = { ...errorFields(error), ...runner.lease };
      log[levelOf(error, 'error')](line, 'campaign step failed');
    } finally {
      underWay.delete(runner);
    }
  }

  async function begin(runner: LeasedCampaign, work: () => Promise<void>): Promise<void> {
    const own = resting.get(runner) ?? createBackoff();
    if (own.isWaiting() || underWay.has(runner)) return;
    resting.set(runner, own);
    // Set before the step begins, because it may fail at once.
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay.set(runner, promise);
    const ended = step(runner, own, work).finally(resolve);
    await Promise.race([ended, runner.waitsForCarrier()]);
  }

  return {
    take: (runner) => begin(runner, () => runner.step()),
    alone: begin,
    isUnderWay: (runner) => underWay.has(runner),
    ended: () => Promise.all(underWay.values()),
  };
}
