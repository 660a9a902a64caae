/** What the facts mean: what is wrong, the most serious first, and what is worth knowing. */
import { sameReason } from '#contract/reason.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { reasonSentence, troubleSentence } from '#domain/reason-sentences.ts';
import { isTroubleKind, troubleCure } from '#domain/trouble-words.ts';
import { zoneDataWarning } from '#domain/zone-rules/zone-data.ts';
import { roleNames } from '../start/roles.ts';
import { liftWords, listedReason } from '../stop-reach.ts';
import type { Said, Status, StatusFacts } from './facts.ts';
import type { Gathered } from './gather.ts';

const said = (code: string, sentence: string): Said => ({ code, sentence });

/** Seconds that a due job may wait. Beyond that, nothing takes jobs. */
const longestJobWait = 600;
const oldBackupHours = 7 * 24;
const littleRoom = 1e9;
const fullSoonDays = 30;

export function judge({ facts, trouble }: Gathered): Status {
  const problems = [
    ...runningProblems(facts),
    ...databaseProblems(facts, trouble),
    ...troubleProblems(facts),
    ...(facts.hold ? [said('on_hold', facts.hold.sentence)] : []),
    ...processProblems(facts),
    ...carrierProblems(facts),
    ...scrubProblems(facts),
    ...campaignProblems(facts),
    ...jobProblems(facts),
    ...diskProblems(facts),
  ];
  const notes = [
    ...stopNotes(facts),
    ...limitNotes(facts),
    ...versionNotes(facts),
    ...upkeepNotes(facts),
  ];
  return { status: problems.length === 0 ? 'ok' : 'wrong', problems, notes, ...facts };
}

function runningProblems({ running, processes, database }: StatusFacts): Said[] {
  if (!running) {
    return [said('not_running', 'Carillon is not running. Start it: "carillon start".')];
  }
  if (database !== 'ok') return [];
  return roleNames
    .filter((role) => !processes.some(({ roles }) => roles.includes(role)))
    .map((role) => {
      const follows = {
        api: 'the console and the API are down',
        engine: 'nobody is called or texted',
        jobs: 'nothing is rendered, reported or cleaned up',
      }[role];
      return said(
        `no_${role}`,
        `No process has the role ${role}, so ${follows}. Start one: "carillon start --roles=${role}".`,
      );
    });
}

function databaseProblems({ database, running }: StatusFacts, trouble: string | null): Said[] {
  if (database === 'unreachable') {
    const why = trouble ?? 'The database does not respond.';
    return [said('database_unreachable', `${why} Run "carillon doctor" for details.`)];
  }
  if (database === 'pending') {
    return [
      said('database_older', 'The database is of an older version. The next start upgrades it.'),
    ];
  }
  if (database === 'ok' && trouble !== null && running) return [said('database_slow', trouble)];
  return [];
}

const named = ({ host, pid }: { host: string; pid: number }) => `process ${pid} on ${host}`;

/** Each kind once, with all processes that met it. */
function troubleProblems({ processes, database }: StatusFacts): Said[] {
  const kinds = [...new Set(processes.map(({ health }) => health))].filter(isTroubleKind);
  return kinds
    .filter((kind) => kind !== 'unreachable' || database !== 'unreachable')
    .map((kind) => {
      const met = processes.filter(({ health }) => health === kind);
      const [first] = met.flatMap(({ troubleSince }) => troubleSince ?? []).sort();
      const since = first ? ` since ${easternTime(Date.parse(first))}` : '';
      return said(
        kind === 'journal' ? 'journal_trouble' : 'database_trouble',
        `${troubleSentence(kind)} Calls and texts wait${since} (${met.map(named).join(', ')}). ${troubleCure(kind)}`,
      );
    });
}

function processProblems({ processes, engines }: StatusFacts): Said[] {
  const found = processes.flatMap((one) => {
    if (one.health === 'silent') {
      return said(
        'process_silent',
        `Carillon's ${named(one)} does not respond at its CARILLON_METRICS address. See its log, and restart it if it hangs.`,
      );
    }
    if (one.clockOff !== null) return said('clock_off', `${one.clockOff} (${named(one)})`);
    return [];
  });
  const offs = processes.flatMap(({ clockOffReason }) => clockOffReason ?? []);
  const idle = (engines ?? [])
    .filter(({ state, idleBecause }) => state === 'idle' && idleBecause !== null)
    // Its process says the same.
    .filter(({ idleReason }) => !offs.some((off) => sameReason(off, idleReason)))
    .map(({ name, idleBecause }) =>
      said('engine_idle', `The engine "${name}" is idle: ${idleBecause}`),
    );
  return [...found, ...idle];
}

function carrierProblems({ carriers, engines }: StatusFacts): Said[] {
  if (!carriers || !engines || engines.length === 0) return [];
  return carriers
    .filter(
      ({ connected, clients, kind }) => !connected && clients.length > 0 && kind !== 'simulated',
    )
    .map(({ name, since, detail }) => {
      const when = since
        ? `has been disconnected since ${easternTime(Date.parse(since))}`
        : 'is disconnected';
      return said(
        'carrier_disconnected',
        [`The carrier "${name}" ${when}.`, detail, `Try "carillon carrier test ${name}".`]
          .filter((part) => part !== '')
          .join(' '),
      );
    });
}

/** Nothing waits for it but numbers of rules that say so: still the operator wants to know. */
function scrubProblems({ scrubServices }: StatusFacts): Said[] {
  return (scrubServices ?? []).flatMap(({ name, failingSince, trouble }) =>
    failingSince === null
      ? []
      : said(
          'scrub_silent',
          `The scrub service "${name}" has not answered since ${easternTime(Date.parse(failingSince))}. ${trouble} Numbers without an answer are not held, except by rules that hold until checked. Try "carillon scrub test ${name}".`,
        ),
  );
}

function campaignProblems({ campaigns, engines, hold }: StatusFacts): Said[] {
  if (!campaigns) return [];
  // Without an engine this is one problem, not one for each campaign.
  const none = engines?.length === 0;
  const unheld = none ? [] : campaigns.unheld;
  const overdue = hold ? [] : campaigns.overdue;
  return [
    ...(none && campaigns.unheld.length > 0
      ? [said('campaigns_unheld', unheldSentence(campaigns.unheld.length))]
      : []),
    ...unheld.map(({ name, client, status }) =>
      said(
        'campaign_unheld',
        `The campaign "${name}" of "${client}" is ${status}, but no engine runs it. See "carillon engines", and check that its carrier is connected.`,
      ),
    ),
    ...overdue.map(({ name, client, dueAt, reason }) =>
      said(
        'start_overdue',
        `The campaign "${name}" of "${client}" should have started at ${easternTime(Date.parse(dueAt))}, but did not. ${reason ?? 'Start it by hand and see the log.'}`,
      ),
    ),
  ];
}

function unheldSentence(n: number): string {
  const are = n === 1 ? '1 campaign is' : `${n} campaigns are`;
  return `${are} waiting to run, but no engine is registered. See "carillon engines".`;
}

function jobProblems({ queues }: StatusFacts): Said[] {
  const { jobsFailed, jobsOldestSeconds } = queues ?? {};
  const found: Said[] = [];
  if (jobsFailed) {
    const jobs = jobsFailed === 1 ? '1 background job has' : `${jobsFailed} background jobs have`;
    found.push(
      said(
        'jobs_failed',
        `${jobs} failed permanently. The log of the process with the role jobs says why.`,
      ),
    );
  }
  if (jobsOldestSeconds && jobsOldestSeconds > longestJobWait) {
    found.push(
      said(
        'jobs_wait',
        `A background job has been waiting for ${Math.floor(jobsOldestSeconds / 60)} minutes. Is a process with the role jobs working?`,
      ),
    );
  }
  return found;
}

function diskProblems({ disk }: StatusFacts): Said[] {
  if (disk.freeBytes >= littleRoom) return [];
  const left = `${Math.floor(disk.freeBytes / 1e6)} MB`;
  return [
    said(
      'disk_full',
      `The disk of ${disk.folder} has only ${left} left. Free some space: "carillon retention".`,
    ),
  ];
}

/** The operator wanted them: not wrong, but worth knowing before campaigns wait. */
function limitNotes({ limits }: StatusFacts): Said[] {
  return (limits ?? []).map(({ client, state, sentence }) =>
    said(state === 'reached' ? 'limit_reached' : 'limit_near', `Client "${client}": ${sentence}`),
  );
}

function stopNotes({ stops }: StatusFacts): Said[] {
  return (stops ?? []).map((stop) =>
    said('stopped', `${reasonSentence(listedReason(stop))} ${liftWords(stop)}`),
  );
}

function versionNotes({ processes }: StatusFacts): Said[] {
  const versions = [...new Set(processes.map(({ version }) => version))];
  if (versions.length < 2) return [];
  return [
    said('versions_differ', `Processes of different versions are running: ${versions.join(', ')}.`),
  ];
}

function upkeepNotes({ lastBackup, disk, timeZones, database }: StatusFacts): Said[] {
  const found: Said[] = [];
  if (!lastBackup && database !== 'none') {
    found.push(
      said(
        'no_backup',
        'No backup has been made with this data folder. Make one: "carillon backup FILE".',
      ),
    );
  }
  if (lastBackup && lastBackup.ageHours >= oldBackupHours) {
    const days = Math.floor(lastBackup.ageHours / 24);
    found.push(
      said(
        'old_backup',
        `The last backup is ${days} days old. Make a new one: "carillon backup FILE".`,
      ),
    );
  }
  if (disk.freeBytes >= littleRoom && disk.freeBytes < disk.sizeBytes / 10) {
    found.push(said('disk_low', "Less than a tenth of the data folder's disk is free."));
  }
  if (disk.fullInDays !== null && disk.fullInDays < fullSoonDays) {
    found.push(
      said('disk_forecast', `At this pace the disk will be full in ${disk.fullInDays} days.`),
    );
  }
  const zones = zoneDataWarning(timeZones);
  if (zones) found.push(said('old_time_zones', zones));
  return found;
}
