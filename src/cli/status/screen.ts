/** The status for people: one screen of 25 lines and 80 columns, the most important first. */
import { describeBytes } from '#domain/disk-forecast.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { zoneDataWords } from '#domain/zone-rules/zone-data.ts';
import { count } from '../shared.ts';
import { stopName } from '../stop-reach.ts';
import type { Said, Status } from './facts.ts';

const width = 80;
const height = 25;
const label = 12;
/** Lines of one kind of facts. */
const mostOfKind = 3;
/** Lines that a sentence may take. */
const mostOfSentence = 3;

export function statusScreen(status: Status): string[] {
  const facts = factLines(status);
  const room = height - facts.length - 1;
  return [...saidLines(status, room), '', ...facts];
}

/** As many as there is room for; the first one always. */
function saidLines({ problems, notes, stops }: Status, room: number): string[] {
  const lines = [headOf(problems.length, stops?.length ?? 0)];
  const all = [
    ...problems.map((one, index) => sentenceLines(`${index + 1}. `, one)),
    ...notes.map((one) => sentenceLines('- ', one)),
  ];
  for (const [index, some] of all.entries()) {
    const left = all.length - index;
    const fits = lines.length + some.length + (left > 1 ? 1 : 0) <= room;
    if (!fits && index > 0) {
      lines.push(`  … and ${left} more: "carillon status --json".`);
      break;
    }
    lines.push(...some);
  }
  return lines;
}

/** With a stop in force, the first line does not say that all is well. */
function headOf(problems: number, stops: number): string {
  if (problems === 0 && stops > 0) {
    return `No problems, but ${count(stops, 'stop is', 'stops are')} in force:`;
  }
  if (problems === 0) return 'No problems.';
  return `${count(problems, 'problem')}:`;
}

function sentenceLines(mark: string, { sentence }: Said): string[] {
  const indent = ' '.repeat(mark.length + 2);
  const lines: string[] = [];
  let line = `  ${mark}`;
  for (const word of sentence.split(/\s+/)) {
    if (line.trim() !== mark.trim() && line.length + word.length > width) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  lines.push(line.trimEnd());
  if (lines.length <= mostOfSentence) return lines.map(cut);
  const last = lines[mostOfSentence - 1] ?? '';
  return [...lines.slice(0, mostOfSentence - 1), `${last.slice(0, width - 2)} …`].map(cut);
}

const cut = (line: string) => (line.length > width ? `${line.slice(0, width - 1)}…` : line);

function factLines(status: Status): string[] {
  return [
    ...fact('Version', [status.version]),
    ...fact('Processes', processLines(status)),
    ...fact('Engines', engineLines(status)),
    ...fact('Carriers', carrierLines(status)),
    ...fact('Campaigns', campaignLines(status)),
    ...fact('Hold', holdLines(status)),
    ...fact('Queues', queueLines(status)),
    ...fact('Disk', [diskLine(status)]),
    ...fact('Last backup', [backupLine(status)]),
    ...fact('Time zones', [zoneDataWords(status.timeZones)]),
  ];
}

function fact(name: string, values: string[]): string[] {
  const shown = values.length > mostOfKind ? values.slice(0, mostOfKind - 1) : values;
  const rest = values.length - shown.length;
  const lines = rest > 0 ? [...shown, `… and ${rest} more`] : shown;
  return lines.map((value, index) => cut(`${(index === 0 ? name : '').padEnd(label)}${value}`));
}

const unknown = ['unknown'];

function processLines({ processes }: Status): string[] {
  if (processes.length === 0) return ['none'];
  return processes.map(({ host, pid, roles, version, health, clockOffsetMs }) => {
    const state = health === null || health === 'ok' ? '' : `, ${health.replace('_', '-')}`;
    return `${host} ${pid}: ${roles.join(', ')}; ${version}${clockWords(clockOffsetMs)}${state}`;
  });
}

const clockWords = (ms: number | null) =>
  ms === null ? '' : `; clock ${ms > 0 ? '+' : ''}${ms} ms`;

function engineLines({ engines }: Status): string[] {
  if (!engines) return unknown;
  if (engines.length === 0) return ['none'];
  return engines.map(({ name, leases, carriers, state, clockOffsetMs }) => {
    const to = carriers.length > 0 ? `connected to ${carriers.join(', ')}` : 'no carrier connected';
    const shown = state === 'running' ? '' : `, ${state}`;
    return `${name}: ${count(leases, 'campaign')}${shown}; ${to}${clockWords(clockOffsetMs)}`;
  });
}

function carrierLines({ carriers, engines }: Status): string[] {
  if (!carriers) return unknown;
  const used = carriers.filter(({ clients }) => clients.length > 0);
  if (used.length === 0) return ['none in use'];
  // Without an engine their state is unknown.
  const noEngine = (engines ?? []).length === 0;
  const ordered = used.toSorted((a, b) => Number(a.connected) - Number(b.connected));
  return ordered.map(({ name, clients, connected }) => {
    const state = connected ? 'connected' : noEngine ? 'no engine is running' : 'DISCONNECTED';
    return `${name}: ${state}; ${count(clients.length, 'client')}`;
  });
}

function campaignLines({ campaigns }: Status): string[] {
  if (!campaigns) return unknown;
  const { started, waiting, unheld, overdue } = campaigns;
  const parts = [
    `${started.length} started`,
    ...(waiting > 0 ? [`${waiting} of them waiting`] : []),
    ...(unheld.length > 0 ? [`${unheld.length} WITHOUT AN ENGINE`] : []),
    ...(overdue.length > 0 ? [`${overdue.length} NOT STARTED AS SCHEDULED`] : []),
  ];
  const why = started
    .filter(({ reason }) => reason !== null)
    .map(({ name, client, reason }) => `"${name}" of "${client}": ${reason}`);
  return [parts.join(', '), ...why];
}

function holdLines({ hold, stops }: Status): string[] {
  if (!stops) return unknown;
  const names = stops.map(stopName);
  const held = hold ? `ON HOLD since ${easternTime(Date.parse(hold.since))}` : 'none';
  return [`${held}; ${names.length === 0 ? 'no stop' : `STOPPED: ${names.join(', ')}`}`];
}

function queueLines({ queues }: Status): string[] {
  if (!queues) return unknown;
  const { textsWaiting, repliesWaiting, receiptsOutstanding } = queues;
  const { jobsWaiting, jobsFailed, jobsOldestSeconds } = queues;
  const n = (value: number | null) => value?.toLocaleString('en-US') ?? '?';
  const oldest = jobsOldestSeconds ? `, the oldest for ${n(jobsOldestSeconds)} s` : '';
  return [
    `texts to send ${n(textsWaiting)}, auto-replies ${n(repliesWaiting)}, receipts expected ${n(receiptsOutstanding)}`,
    `jobs waiting ${n(jobsWaiting)}${oldest}, failed ${n(jobsFailed)}`,
  ];
}

function diskLine({ disk }: Status): string {
  const { freeBytes, sizeBytes, databaseBytes, fullInDays } = disk;
  const room = `${describeBytes(freeBytes)} free of ${describeBytes(sizeBytes)}`;
  const database = databaseBytes === null ? '' : `; database ${describeBytes(databaseBytes)}`;
  const full = fullInDays === null ? '' : `; full in ${fullInDays.toLocaleString('en-US')} days`;
  return `${room}${database}${full}`;
}

function backupLine({ lastBackup }: Status): string {
  if (!lastBackup) return 'none known to this data folder';
  const { ageHours, file, bytes } = lastBackup;
  const age = ageHours < 48 ? count(ageHours, 'hour') : count(Math.floor(ageHours / 24), 'day');
  return `${age} ago, ${describeBytes(bytes)}, ${file}`;
}
