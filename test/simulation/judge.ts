/**
 * What must hold, whatever happened. The judge reads the carrier's own log and the rows; what was
 * answered to whom, and when, it is told by the actors. It knows none of the engine's rules.
 */
import type { LogLine } from '../../src/carriers/simulated/call-log.ts';
import type { Promised } from './ledger.ts';

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
export function submittedTwice(lines: readonly PlacedLine[]): string[] {
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
