/** Figures that only the database knows, read periodically by the processes that run the jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import {
  type CampaignFigures,
  countCampaigns,
  countHalts,
  countJobs,
  countWaitingTexts,
  figureClients,
  type HaltFigures,
  type JobFigures,
} from '#db/queries/figures.ts';
import type { Metrics } from '#domain/metrics.ts';

interface Figures {
  jobs: JobFigures;
  campaigns: CampaignFigures;
  halts: HaltFigures;
  /** By the client's code. */
  texts: ReadonlyMap<string, number>;
}

/** Clients whose texts are counted separately; the others are counted together. */
const mostClients = 200;
const readEvery = 15_000;

/** Reads until it is stopped. While the database is unreachable, the last figures age. */
export function watchFigures(
  { db, log, metrics }: { db: Database; log: Pick<Logger, 'debug'>; metrics: Metrics },
  every = readEvery,
): { stop(): Promise<void> } {
  let last: { figures: Figures; at: number } | undefined;
  declare(metrics, () => last);
  const stopping = new AbortController();
  const loop = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        last = { figures: await readFigures(db), at: performance.now() };
      } catch (error) {
        // The figures' age shows it, and other users of the database log the reason.
        log.debug({ error }, 'could not read the database figures');
      }
      await sleep(every, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

async function readFigures(db: Database): Promise<Figures> {
  const jobs = await countJobs(db);
  const { campaigns, halts, clients } = await asPlatform(db, async (tx) => ({
    campaigns: await countCampaigns(tx),
    halts: await countHalts(tx),
    clients: await figureClients(tx),
  }));
  const texts = new Map<string, number>();
  for (const { clientId, code } of clients) {
    const count = await asClient(db, clientId, (tx) => countWaitingTexts(tx, clientId));
    const name = texts.size < mostClients ? code : 'other';
    if (count > 0) texts.set(name, (texts.get(name) ?? 0) + count);
  }
  return { jobs, campaigns, halts, texts };
}

function declare(metrics: Metrics, last: () => { figures: Figures; at: number } | undefined): void {
  const gauge = (name: string, help: string, read: (figures: Figures) => number) => {
    metrics.gaugesOf(name, help, () => {
      const known = last();
      return known ? [{ labels: {}, value: read(known.figures) }] : [];
    });
  };
  metrics.gaugesOf(
    'carillon_figures_age_seconds',
    'Time since the database figures were last read.',
    () => {
      const known = last();
      return known
        ? [{ labels: {}, value: Math.round((performance.now() - known.at) / 1_000) }]
        : [];
    },
  );
  gauge(
    'carillon_jobs_waiting',
    'Background jobs that are due or scheduled.',
    ({ jobs }) => jobs.waiting,
  );
  gauge(
    'carillon_jobs_failed',
    'Background jobs that failed and will not be retried.',
    ({ jobs }) => jobs.failed,
  );
  gauge(
    'carillon_jobs_oldest_seconds',
    'How long the oldest due background job has been waiting.',
    ({ jobs }) => jobs.oldestSeconds,
  );
  gauge(
    'carillon_campaigns_started',
    'Campaigns that should be running.',
    ({ campaigns }) => campaigns.started,
  );
  gauge(
    'carillon_campaigns_waiting',
    'Campaigns that should be running and report what they are waiting for.',
    ({ campaigns }) => campaigns.waiting,
  );
  gauge(
    'carillon_campaigns_unheld',
    'Campaigns that should be running but have no engine.',
    ({ campaigns }) => campaigns.unheld,
  );
  gauge(
    'carillon_hold',
    '1 while the platform is on hold and nothing is called or texted.',
    ({ halts }) => halts.hold,
  );
  metrics.gaugesOf('carillon_operator_stops', 'Operator stops in effect, by scope.', () => {
    const stops = last()?.figures.halts;
    if (!stops) return [];
    const { all, client, carrier } = stops;
    return Object.entries({ all, client, carrier }).map(([scope, value]) => ({
      ...{ labels: { scope }, value },
    }));
  });
  gauge(
    'carillon_client_stops',
    'Stops in effect that administrators set for their own clients.',
    ({ halts }) => halts.administrators,
  );
  metrics.gaugesOf('carillon_texts_waiting', 'Texts whose receipt has not arrived.', () =>
    [...(last()?.figures.texts ?? [])].map(([client, value]) => ({ labels: { client }, value })),
  );
}
