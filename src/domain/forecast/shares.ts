/**
 * How attempts turn out: shares by zone and local hour from the client's own history, shrunk to those
 * of the hour, these to the client's average, and that to the usual profile. What nobody knows is
 * drawn once a run: all shares of a run are off in the same way.
 */
import type { Random } from '../random.ts';
import { usualProfile } from '../usual-profile.ts';
import { usualTextProfile } from '../usual-text-profile.ts';
import { drawBeta, drawDirichlet } from './draws.ts';
import { type ForecastInput, type HistoryCell, outcomes } from './input.ts';

/** The usual profile counts as so many attempts, as the average does for each hour and zone. */
export const shrinkage = 50;
/** Campaigns differ: the longest history says no more about the next one than so many attempts. */
export const mostKnown = 5_000;

export type Shares = readonly number[];

/** The shares of one run. */
export interface RunShares {
  /** By `outcomes`, in a zone at a local hour. */
  at(zone: string, hour: number): Shares;
  /** Of persons. */
  one: number;
  nine: number;
  /** Of delivered texts. */
  stop: number;
}

export function usualShares(kind: ForecastInput['kind']): number[] {
  if (kind === 'texting') {
    const { rejected, failed } = usualTextProfile;
    const fails = rejected + (1 - rejected) * failed;
    return [0, 0, 0, 0, fails, 1 - fails];
  }
  const { person, machine, busy, failed } = usualProfile;
  return [person, machine, 1 - person - machine - busy - failed, busy, failed, 0];
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Shares of counts, with `toward` as if it were so many attempts more. */
function shrunk(counts: readonly number[], toward: Shares): number[] {
  const weight = sum(counts) + shrinkage;
  return toward.map((share, index) => ((counts[index] ?? 0) + shrinkage * share) / weight);
}

function total(cells: readonly HistoryCell[]): number[] {
  return outcomes.map((_, index) => sum(cells.map(({ counts }) => counts[index] ?? 0)));
}

/** What is known before a run: to be made once, and drawn from for each run. */
export function learn({ kind, history }: Pick<ForecastInput, 'kind' | 'history'>) {
  const { cells } = history;
  const usual = usualShares(kind);
  const counts = total(cells);
  const average = shrunk(counts, usual);
  const byHour = new Map<number, number[]>();
  for (let hour = 0; hour < 24; hour += 1) {
    byHour.set(hour, shrunk(total(cells.filter((cell) => cell.hour === hour)), average));
  }
  const byZone = new Map(
    cells.map((cell) => [
      `${cell.zone} ${cell.hour}`,
      shrunk(cell.counts, byHour.get(cell.hour) ?? average),
    ]),
  );
  const known = Math.min(mostKnown, sum(counts) + shrinkage);
  const persons = Math.min(mostKnown, history.persons);
  const texts = Math.min(mostKnown, counts[outcomes.indexOf('delivered')] ?? 0);

  function draw(random: Random): RunShares {
    const drawn = drawAround(random, average, known);
    const off = average.map((share, index) => (share > 0 ? (drawn[index] ?? 0) / share : 0));
    const cache = new Map<string, Shares>();
    return {
      at(zone, hour) {
        const key = `${zone} ${hour}`;
        const found = cache.get(key);
        if (found) return found;
        const mean = byZone.get(key) ?? byHour.get(hour) ?? average;
        const tilted = mean.map((share, index) => share * (off[index] ?? 0));
        const mass = sum(tilted);
        const shares = tilted.map((share) => share / mass);
        cache.set(key, shares);
        return shares;
      },
      one: drawShare(random, history.ones, persons, history.persons, usualProfile.pressesOne),
      nine: drawShare(random, history.nines, persons, history.persons, usualProfile.pressesNine),
      stop: drawShare(random, history.stops, texts, counts[5] ?? 0, usualTextProfile.stop),
    };
  }
  /** Of all runs. */
  const mean: RunShares = {
    at: (zone, hour) => byZone.get(`${zone} ${hour}`) ?? byHour.get(hour) ?? average,
    one: meanShare(history.ones, history.persons, usualProfile.pressesOne),
    nine: meanShare(history.nines, history.persons, usualProfile.pressesNine),
    stop: meanShare(history.stops, counts[5] ?? 0, usualTextProfile.stop),
  };
  return { draw, attempts: sum(counts), average, mean };
}

/** An outcome that cannot be stays impossible. */
function drawAround(random: Random, mean: Shares, known: number): number[] {
  const possible = mean.flatMap((share, index) => (share > 0 ? [index] : []));
  const drawn = drawDirichlet(
    random,
    possible.map((index) => (mean[index] ?? 0) * known),
  );
  return mean.map((_, index) => drawn[possible.indexOf(index)] ?? 0);
}

function meanShare(hits: number, counted: number, usual: number): number {
  return (hits + shrinkage * usual) / (counted + shrinkage);
}

/** @param known how many of the `counted` count */
function drawShare(
  random: Random,
  hits: number,
  known: number,
  counted: number,
  usual: number,
): number {
  const scale = counted > 0 ? known / counted : 0;
  const own = Math.min(known, hits * scale);
  return drawBeta(random, own + shrinkage * usual, known - own + shrinkage * (1 - usual));
}
