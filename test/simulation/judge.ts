/**
 * What must hold, whatever happened. The judge reads the carrier's own log and the rows; the actors
 * report who got which response, and when. It knows none of the engine's rules.
 */
import type { LogLine } from '../../src/carriers/simulated/call-log.ts';
import type { Promised } from './ledger.ts';

export interface ParsedLine extends LogLine {
  /** Its first byte in the log. */
  offset: number;
  clientId: number;
  callListId: number;
  instant: number;
}

export function readLines(text: string): ParsedLine[] {
  let offset = 0;
  return text
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const line = JSON.parse(row) as LogLine;
      const [clientId = 0, callListId = 0] = line.attemptId.split('-').map(Number);
      const parsed = { ...line, offset, clientId, callListId, instant: Date.parse(line.at) };
      offset += Buffer.byteLength(row) + 1;
      return parsed;
    });
}

/** Promise 1. */
export function submittedTwice(lines: readonly ParsedLine[]): string[] {
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const id = `${line.kind} ${line.attemptId}`;
    if (seen.has(id)) return [`${id} was submitted twice, again at ${line.at}`];
    seen.add(id);
    return [];
  });
}

/**
 * A number is in one call of a client at a time: from its submission, by the log, to its end. The
 * attempt's own time is earlier, that of a claim which may still have waited for the end of another.
 *
 * @param ends of one client's attempts; null: still open
 */
export function inTwoCalls(
  lines: readonly ParsedLine[],
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

/** An agent's leg belongs to its customer's attempt; an auto-reply is asked for. */
export const isAttempt = ({ kind, attemptId }: ParsedLine) =>
  kind !== 'agent' && !attemptId.startsWith('reply-');

/** Promise 2. */
export function afterOptOut(lines: readonly ParsedLine[], { optOuts }: Promised): string[] {
  const first = new Map<string, (typeof optOuts)[number]>();
  for (const one of optOuts) {
    const key = `${one.clientId} ${one.phone}`;
    if (!first.has(key)) first.set(key, one);
  }
  return lines.flatMap((line) => {
    const stop = first.get(`${line.clientId} ${line.to}`);
    if (!isAttempt(line) || !stop || line.offset < stop.offset) return [];
    return [
      `${line.attemptId} to ${line.to} at ${line.at}, after its opt-out (${stop.how}) was confirmed`,
    ];
  });
}

/** After a confirmed stop, and after a list was closed. */
export function brokenSilences(
  lines: readonly ParsedLine[],
  { silences }: Promised,
  campaignOf: (line: ParsedLine) => number | undefined,
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
    const what = broken?.callListId ? 'its list was closed' : 'the stop was confirmed';
    return broken ? [`${line.attemptId} at ${line.at}, after ${what}`] : [];
  });
}

/** Promise 4, by the zone of the area code alone; `zones` by area code, from no code of ours. */
export function outsideHours(
  lines: readonly ParsedLine[],
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
export function tooFast(lines: readonly ParsedLine[], pace: Pace): string[] {
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
