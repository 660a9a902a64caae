/**
 * What must hold, whatever happened. The judge reads the carrier's own log and the rows; what was
 * answered to whom, and when, it is told by the actors. It knows none of the engine's rules.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { callLogName, type LogLine } from '../../src/carriers/simulated/call-log.ts';
import type { DeadTrunk } from '../harness/trouble/trouble-profile.ts';
import type { Letter } from './letters.ts';
import type { QueueLedger } from './queue-judge.ts';
import type { UrgentList } from './urgent-list.ts';

export interface Promised {
  /** No line of the log behind this place, which is its length in bytes at the answer. */
  optOuts: { clientId: number; phone: string; place: number; how: string }[];
  /** No call of the campaign or the list between these instants (simulated). */
  silences: { campaignId?: number; callListId?: number; from: number; until: number }[];
}

export interface AgentSetting {
  count: number;
  ratio: number;
}

export interface Ledger extends Promised, QueueLedger {
  /** When the carrier's trunk is dead. */
  deadTrunk: readonly DeadTrunk[];
  /** Violations that were seen as they happened. */
  seen: string[];
  urgent: UrgentList[];
  /** Receipts that were acknowledged, in order. */
  receipts: { carrierRef: string; outcome: 'delivered' | 'failed' }[];
  /** What was written to caller IDs, and nines by attempt: each once it was acknowledged. */
  letters: Letter[];
  nines: string[];
  /** When an engine acknowledged that a person answered its call, by attempt. */
  reached: Map<string, number>;
  /** When the carrier told that an agent's leg had ended, by attempt. */
  agentsFree: Map<string, number>;
  /** By attempt: when its engine was told that 1 was pressed, and when it chose to hand the call over. */
  heard: Map<string, number>;
  decided: Map<string, number>;
  /** The next place in the order of these. */
  next(): number;
  /** By attempt: what its engine had read of its campaigns' agents when it handed the call over. */
  agents: Map<string, ReadonlyMap<number, AgentSetting>>;
  /** The length of the log just now. */
  place(): number;
  answeredOptOut(clientId: number, phone: string, how: string): void;
}

export function createLedger(folder: string): Ledger {
  const file = join(folder, callLogName);
  const place = () => statSync(file).size;
  let order = 0;
  const ledger: Ledger = {
    deadTrunk: [],
    optOuts: [],
    silences: [],
    seen: [],
    urgent: [],
    receipts: [],
    left: [],
    confirmed: [],
    letters: [],
    nines: [],
    reached: new Map(),
    agentsFree: new Map(),
    heard: new Map(),
    decided: new Map(),
    next() {
      order += 1;
      return order;
    },
    agents: new Map(),
    place,
    answeredOptOut(clientId, phone, how) {
      ledger.optOuts.push({ clientId, phone, place: place(), how });
    },
  };
  return ledger;
}

export interface PlacedLine extends LogLine {
  /** Its first byte in the log. */
  place: number;
  clientId: number;
  callListId: number;
  instant: number;
}

export function readLines(text: string): PlacedLine[] {
  let place = 0;
  return text
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const line = JSON.parse(row) as LogLine;
      const [clientId = 0, callListId = 0] = line.attemptId.split('-').map(Number);
      const placed = { ...line, place, clientId, callListId, instant: Date.parse(line.at) };
      place += Buffer.byteLength(row) + 1;
      return placed;
    });
}

/** Promise 1. */
export function handedOverTwice(lines: readonly PlacedLine[]): string[] {
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const id = `${line.kind} ${line.attemptId}`;
    if (seen.has(id)) return [`${id} was handed over twice, again at ${line.at}`];
    seen.add(id);
    return [];
  });
}

/**
 * A number is in one call of a client at a time: from its hand-over, by the log, to its end. The
 * attempt's own time is earlier, that of a claim which may still have waited for the end of another.
 *
 * @param ends of one client's attempts; null: still open
 */
export function inTwoCalls(
  lines: readonly PlacedLine[],
  ends: ReadonlyMap<string, Date | null>,
): string[] {
  const busyUntil = new Map<string, number>();
  return lines.flatMap(({ kind, attemptId, to, instant }) => {
    const end = ends.get(attemptId);
    if (kind !== 'call' || end === undefined) return [];
    const until = busyUntil.get(to) ?? Number.NEGATIVE_INFINITY;
    busyUntil.set(to, Math.max(until, end?.getTime() ?? Number.POSITIVE_INFINITY));
    return instant < until ? [`${to} was in two calls at once`] : [];
  });
}

/** An agent's leg belongs to its customer's attempt; an answer to an inbound text is asked for. */
export const isAttempt = ({ kind, attemptId }: PlacedLine) =>
  kind !== 'agent' && !attemptId.startsWith('reply-');

/** Promise 2. */
export function afterOptOut(lines: readonly PlacedLine[], { optOuts }: Promised): string[] {
  const first = new Map<string, (typeof optOuts)[number]>();
  for (const one of optOuts) {
    const key = `${one.clientId} ${one.phone}`;
    if (!first.has(key)) first.set(key, one);
  }
  return lines.flatMap((line) => {
    const answer = first.get(`${line.clientId} ${line.to}`);
    if (!isAttempt(line) || !answer || line.place < answer.place) return [];
    return [
      `${line.attemptId} to ${line.to} at ${line.at}, after its opt-out (${answer.how}) was answered`,
    ];
  });
}

/** After an answered stop, and after a list was closed. */
export function brokenSilences(
  lines: readonly PlacedLine[],
  { silences }: Promised,
  campaignOf: (line: PlacedLine) => number | undefined,
): string[] {
  return lines.flatMap((line) => {
    if (!isAttempt(line)) return [];
    const broken = silences.find(
      ({ campaignId, callListId, from, until }) =>
        line.instant >= from &&
        line.instant < until &&
        (callListId === line.callListId ||
          (campaignId !== undefined && campaignId === campaignOf(line))),
    );
    const what = broken?.callListId ? 'its list was closed' : 'the stop was answered';
    return broken ? [`${line.attemptId} at ${line.at}, after ${what}`] : [];
  });
}

/** Promise 4, by the zone of the area code alone; `zones` by area code, from no code of ours. */
export function outsideHours(
  lines: readonly PlacedLine[],
  zones: Readonly<Record<string, string>>,
): string[] {
  return lines.filter(isAttempt).flatMap((line) => {
    const timeZone = zones[line.to.slice(1, 4)];
    if (!timeZone) return [`${line.to} has an area code of which the judge knows no zone`];
    const hour = localHour(line.instant, timeZone);
    return hour >= 8 && hour < 21
      ? []
      : [`${line.attemptId} to ${line.to} at ${line.at}, which is ${hour} o'clock in ${timeZone}`];
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();
export function localHour(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  return Number(format.format(instant));
}

export interface Pace {
  /** The most that was set, calls a minute. */
  perMinute: number;
  /** Simulated ms of calls that may come at once after a pause. */
  burst: number;
  /** Calls that a fresh start may place at once. */
  starts: number;
}

/** Over any time from one call to another: never more than the setting allows. */
export function tooFast(lines: readonly PlacedLine[], pace: Pace): string[] {
  const { perMinute, burst, starts } = pace;
  for (const [first, from] of lines.entries()) {
    for (let last = first + 1; last < lines.length; last += 1) {
      const to = lines[last];
      if (!to) continue;
      const allowed = 2 + starts + (perMinute * (to.instant - from.instant + burst)) / 60_000;
      if (last - first + 1 <= allowed) continue;
      return [`${last - first + 1} calls from ${from.at} to ${to.at}, at ${perMinute} a minute`];
    }
  }
  return [];
}
