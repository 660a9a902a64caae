/**
 * Takes the steps of campaigns, one at a time for each. A campaign that fails for its own reasons,
 * or whose carrier is slow, waits alone: the others keep their pace.
 */
import type { Logger } from 'pino';
import { isDatabaseUnreachable, isLockTaken, levelOf } from '#db/errors.ts';
import { elapsed, type RealMs, realMs } from '#domain/milliseconds.ts';
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

/** A campaign that waits for another one's transaction says so this often. */
const waitsSaidEvery = realMs(60_000);

/** @param backoff backs off from a database that is down, for all campaigns together */
export function createCampaignSteps(
  log: Logger,
  backoff: Backoff,
  now: () => RealMs = () => realMs(performance.now()),
): CampaignSteps {
  const underWay = new Map<LeasedCampaign, Promise<void>>();
  const resting = new WeakMap<LeasedCampaign, Backoff>();
  const saidToWait = new WeakMap<LeasedCampaign, RealMs>();

  function failed(runner: LeasedCampaign, error: unknown): void {
    if (isLockTaken(error)) {
      waits(runner, error);
      return;
    }
    const line = { ...errorFields(error), ...runner.lease };
    log[levelOf(error, 'error')](line, 'campaign step failed');
  }

  /** No fault: an engine that was killed in its turn keeps the client's locks until its connection ends. */
  function waits(runner: LeasedCampaign, error: unknown): void {
    const said = saidToWait.get(runner);
    const isDue = said === undefined || elapsed(said, now()) >= waitsSaidEvery;
    if (isDue) saidToWait.set(runner, now());
    log[isDue ? 'warn' : 'debug'](
      { reason: String(error), ...runner.lease },
      'the campaign waits for another transaction to end, and goes on with its next step',
    );
  }

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
      failed(runner, error);
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
