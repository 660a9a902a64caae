/** Nobody is called, or texted, more often than the client's cap allows; counted in the carrier's log. */
import type { ContactCap } from '../../src/domain/contact-cap.ts';
import type { Random } from '../../src/domain/random.ts';
import { isAttempt, type ParsedLine } from './judge.ts';

const day = 24 * 3_600_000;

/** Some clients have one. */
export function drawCap(random: Random): ContactCap {
  const most = () => (random.chance(0.7) ? random.between(1, 3) : null);
  const cap = { calls: most(), texts: most(), days: random.between(1, 7) };
  return random.chance(0.5) ? cap : { calls: null, texts: null, days: 7 };
}

interface Capped {
  clientId: number;
  cap: ContactCap;
}

/**
 * A call is submitted a little after its attempt: only a run that is shorter than the cap's days
 * can be judged to the line, and every run is.
 */
export function beyondCap(lines: readonly ParsedLine[], clients: readonly Capped[]): string[] {
  return clients.flatMap(({ clientId, cap }) => {
    const own = lines.filter((line) => line.clientId === clientId && isAttempt(line));
    return [
      ...tooOften(own, 'call', cap.calls, cap.days),
      ...tooOften(own, 'text', cap.texts, cap.days),
    ];
  });
}

function tooOften(
  lines: readonly ParsedLine[],
  kind: ParsedLine['kind'],
  most: number | null,
  days: number,
): string[] {
  if (most === null) return [];
  const byPhone = Map.groupBy(
    lines.filter((line) => line.kind === kind),
    (line) => line.to,
  );
  return [...byPhone].flatMap(([phone, tries]) => {
    const beyond = tries.find((line, at) => {
      const first = tries[at - most];
      return first !== undefined && line.instant - first.instant < days * day;
    });
    return beyond
      ? [`${beyond.attemptId} to ${phone} at ${beyond.at} is beyond the cap of ${most} ${kind}s`]
      : [];
  });
}
