/** Collects what the data folder, the processes of this machine and the database say. */

import type { Config } from '#config.ts';
import { runStatus } from '#contract/campaign.ts';
import { readLastBackup } from '#db/backup/last-backup.ts';
import type { Database } from '#db/database.ts';
import { dataFolderHolder } from '#db/embedded/data-lock.ts';
import { readDiskUse, type StoredUse } from '#db/queries/disk-use.ts';
import { countJobs, type JobFigures } from '#db/queries/figures.ts';
import type { CampaignStanding } from '#db/queries/operator-campaign.ts';
import { countReceipts, readStatus, type StoredStatus } from '#db/queries/status.ts';
import { forecastDisk } from '#domain/disk-forecast.ts';
import { type RealMs, realMs, simMs } from '#domain/milliseconds.ts';
import { reasonOrNull, reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import { dueOccurrence } from '#domain/schedule.ts';
import { scrubTroubleSentence } from '#domain/scrub-words.ts';
import { zoneData } from '#domain/zone-rules/zone-data.ts';
import { versionWithCommit } from '#version.ts';
import { diskOf } from '../doctor/machine.ts';
import { withProbe } from './database-probe.ts';
import type { CampaignFacts, StatusFacts } from './facts.ts';
import { allProcesses, askProcesses } from './processes.ts';
import { overlayTrouble } from './trouble.ts';

export interface Gathered {
  facts: StatusFacts;
  /** Why the database could not be read, or not all of it. */
  trouble: string | null;
}

/** Between two reads of campaigns without an engine: one that was just started has none. */
const rereadAfter = realMs(500);
/** How late an automatic start may be before it is overdue. */
const overdueAfter = simMs(60_000);

export function gatherStatus(config: Config, now = realMs(Date.now())): Promise<Gathered> {
  return withProbe(config, async (probe) => {
    const [asked, stored, jobs, receipts, use] = await Promise.all([
      askProcesses(config.dataFolder),
      probe.part((db) => readTwice(db, now)),
      probe.part(countJobs),
      probe.part(countReceipts),
      probe.part(readDiskUse),
    ]);
    const processes = allProcesses(asked, stored?.processes ?? []);
    const holder = dataFolderHolder(config.dataFolder);
    const starts = holder !== undefined && holder.purpose !== 'command';
    const facts: StatusFacts = {
      checkedAt: new Date(now).toISOString(),
      version: versionWithCommit,
      running: processes.length > 0 || starts,
      database: stored === null && probe.state === 'ok' ? 'unreachable' : probe.state,
      processes,
      engines: stored?.engines.filter(({ state }) => state !== 'gone') ?? null,
      carriers: stored && carriersOf(stored),
      campaigns:
        stored &&
        campaignsOf({ ...stored, campaigns: overlayTrouble(stored.campaigns, processes) }),
      hold: stored && holdOf(stored),
      stops: stored?.stops ?? null,
      limits: stored?.limits ?? null,
      scrubServices: stored && scrubOf(stored),
      queues: stored && queuesOf(stored, jobs, receipts),
      disk: diskFacts(config, use),
      lastBackup: backupFacts(config.dataFolder, now),
      timeZones: zoneData(now),
    };
    return { facts, trouble: probe.trouble };
  });
}

/** A campaign that is just being started, or taken over, is no trouble yet. */
async function readTwice(db: Database, now: RealMs): Promise<StoredStatus> {
  const first = await readStatus(db, now);
  const before = first.campaigns.filter(isUnheld).map(({ campaignId }) => campaignId);
  if (before.length === 0) return first;
  await new Promise((resolve) => setTimeout(resolve, rereadAfter));
  const second = await readStatus(db, now);
  const again = second.campaigns.filter((one) => !isUnheld(one) || before.includes(one.campaignId));
  return { ...second, campaigns: again };
}

const isStarted = ({ runStatus: status }: CampaignStanding) =>
  status === runStatus.starting || status === runStatus.running;
const isUnheld = (one: CampaignStanding) => isStarted(one) && one.engine === null;

function carriersOf({ carriers }: StoredStatus): StatusFacts['carriers'] {
  return carriers.map(({ name, kind, clients, connected, since, detail }) => ({
    ...{ name, kind, clients, connected, since, detail },
  }));
}

function campaignsOf({ campaigns, engineTime }: StoredStatus): StatusFacts['campaigns'] {
  const started = campaigns.filter(isStarted);
  const overdue = campaigns.flatMap((one) => {
    const due = isStarted(one) || one.clientDisabled ? undefined : overdueStart(one, engineTime);
    return due === undefined ? [] : [{ ...campaignFacts(one), dueAt: new Date(due).toISOString() }];
  });
  return {
    started: started.map(campaignFacts),
    waiting: started.filter(({ reason }) => reason !== null).length,
    unheld: started.filter(isUnheld).map(campaignFacts),
    overdue,
  };
}

function campaignFacts(one: CampaignStanding): CampaignFacts {
  const { campaignId, client, name, status, reason: reasonCode, engine } = one;
  const reason = reasonOrNull(reasonCode);
  return { campaignId, client, name, status, reason, reasonCode, engine };
}

/** Epoch ms at which it should have been started; one that was done, and stopped since, is none. */
function overdueStart(one: CampaignStanding, now: number): number | undefined {
  if (!one.scheduleSince) return undefined;
  const due = dueOccurrence(one.schedule, now, one.scheduleSince.getTime());
  if (due?.kind !== 'start' || now - due.at < overdueAfter) return undefined;
  return one.startsDone.includes(`${due.easternDate} ${due.wallTime}`) && !one.startWaits
    ? undefined
    : due.at;
}

function scrubOf({ scrubServices }: StoredStatus): StatusFacts['scrubServices'] {
  return scrubServices.map(({ name, failingSince, trouble }) => ({
    name,
    failingSince: failingSince?.toISOString() ?? null,
    trouble: trouble && scrubTroubleSentence(trouble),
    troubleCode: trouble?.code ?? null,
  }));
}

function holdOf({ hold }: StoredStatus): StatusFacts['hold'] {
  return hold && { code: hold.code, since: hold.since, sentence: reasonSentence(holdReason(hold)) };
}

function queuesOf(
  { campaigns, repliesWaiting }: StoredStatus,
  jobs: JobFigures | null,
  receiptsOutstanding: number | null,
): StatusFacts['queues'] {
  const texting = campaigns.filter((one) => isStarted(one) && one.type === 'Texting');
  return {
    textsWaiting: texting.reduce((sum, { left }) => sum + left, 0),
    repliesWaiting,
    receiptsOutstanding,
    jobsWaiting: jobs?.waiting ?? null,
    jobsFailed: jobs?.failed ?? null,
    jobsOldestSeconds: jobs?.oldestSeconds ?? null,
  };
}

function diskFacts(
  { dataFolder, databaseUrl }: Config,
  use: StoredUse | null,
): StatusFacts['disk'] {
  const { freeBytes, sizeBytes } = diskOf(dataFolder);
  const forecast = use && forecastDisk({ ...use, freeBytes: databaseUrl ? null : freeBytes });
  const days = forecast?.fullIn ?? null;
  return {
    ...{ folder: dataFolder, freeBytes, sizeBytes, databaseBytes: use?.databaseBytes ?? null },
    fullInDays: days !== null && Number.isFinite(days) ? days : null,
  };
}

function backupFacts(dataFolder: string, now: number): StatusFacts['lastBackup'] {
  const last = readLastBackup(dataFolder);
  if (!last) return null;
  const { file, takenAt, bytes } = last;
  return { file, takenAt, bytes, ageHours: Math.floor((now - Date.parse(takenAt)) / 3_600_000) };
}
