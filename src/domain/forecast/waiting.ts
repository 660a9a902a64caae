/**
 * The numbers that wait in one run, as the engine takes them: those due first, mixed as they are in
 * their file. Numbers that are alike are one cohort with a count.
 */
import type { Taken } from '../follow-up/next-step.ts';
import type { NumberClass } from './input.ts';
import { type Followers, LaterWaves, type Waves } from './waves.ts';

/** Rules that fired on the way here, and the same for comparing. */
export interface Way {
  way: readonly Taken[];
  wayKey: string;
}

const noWay: Way = { way: [], wayKey: '' };

/** An earlier contact of numbers. */
export interface Past {
  /** When it ended. */
  at: number;
  /** A person answered. */
  talked: boolean;
}

/** What numbers keep of their contacts: how many, and within what time (ms) several are one, made when the last was. */
export interface KeptContacts {
  most: number;
  slot: number;
}

export interface Cohort extends Way {
  /** Index of its class. */
  of: number;
  /** Cohorts of the same zone and way turn out alike. */
  alike: string;
  /** How many others of their person came before (`LaterWaves`); null: of what follows an outcome. */
  wave: number | null;
  /** Contacts that limits still count, the oldest first. */
  past: Past[];
  /** Those that followed it, by their way and the slot of its contact. */
  followed: Map<Way, Map<number, Cohort>>;
}

/** Some numbers of a cohort. */
export interface Some {
  cohort: Cohort;
  count: number;
}

export class WaitingNumbers {
  readonly #classes: readonly NumberClass[];
  /** The next window of each class: index of its start in `open`. */
  readonly #window: Int32Array;
  readonly #cohorts = new Map<string, Cohort>();
  /** By when they are due. */
  readonly #queue = new Map<number, Map<Cohort, number>>();
  /** Ascending. */
  readonly #dues: number[] = [];
  /** Those that were found open, before all others. */
  readonly #front = new Map<Cohort, number>();
  #inFront = 0;
  /** Where the next share begins, from 0 to 1. */
  #phase = 0;
  /** All that wait, and those that never can any more. */
  left = 0;
  shut = 0;

  readonly #later: LaterWaves;
  readonly #pools: readonly number[];
  readonly #kept: KeptContacts;

  /**
   * @param waves who waits for others of their person; undefined: nobody
   * @param kept see `contactsToKeep`
   */
  constructor(
    classes: readonly NumberClass[],
    waves: Pick<Waves, 'shares'> | undefined = undefined,
    kept: KeptContacts = { most: 0, slot: 1 },
  ) {
    this.#classes = classes;
    this.#kept = kept;
    this.#window = new Int32Array(classes.length);
    this.#later = new LaterWaves();
    this.#pools = waves ? poolsOf(classes) : [];
    for (const [of, { due, count, waves: own }] of classes.entries()) {
      const shares = waves ? (own ?? waves.shares) : [1];
      const firsts = this.#later.divide(this.#pools[of] ?? 0, shares, { count, due });
      this.add(due, this.cohortOf(of, noWay, 0), firsts);
      this.left += count - firsts;
    }
  }

  /** Numbers of the same persons, which some that were contacted held up: they are out now, or let in by `letIn`. */
  follow({ of, wave }: Cohort, count: number): Followers {
    if (wave === null) return { count: 0, due: 0 };
    return this.#later.follow(this.#pools[of] ?? 0, wave, count);
  }

  /** Some that `follow` said, as the next wave. */
  letIn(due: number, { of, wave }: Cohort, count: number): void {
    this.left -= count;
    this.add(due, this.cohortOf(of, noWay, (wave ?? 0) + 1), count);
  }

  /** Some that `follow` said are never contacted, nor is who waits for them. */
  leaveOut({ of, wave }: Cohort, count: number): void {
    if (wave === null || count === 0) return;
    this.left -= count;
    const next = this.cohortOf(of, noWay, wave + 1);
    this.leaveOut(next, this.follow(next, count).count);
  }

  cohortOf(of: number, way: Way, wave: number | null = null): Cohort {
    return this.#cohort(of, way, wave, []);
  }

  /** Numbers of a cohort that go on `next` after a contact. */
  following(cohort: Cohort, next: Way, contact: Past): Cohort {
    const { most } = this.#kept;
    const at = most > 0 ? this.#slotOf(contact) : 0;
    let bySlot = cohort.followed.get(next);
    if (!bySlot) {
      bySlot = new Map();
      cohort.followed.set(next, bySlot);
    }
    let found = bySlot.get(at);
    if (!found) {
      const past = most > 0 ? [...cohort.past, contact].slice(-most) : [];
      found = this.#cohort(cohort.of, next, null, past);
      bySlot.set(at, found);
    }
    const { past } = found;
    for (let back = 1; back <= past.length; back += 1) {
      const known = past.at(-back) as Past;
      const same = back === 1 ? contact : cohort.past.at(1 - back);
      if (same && same.at > known.at) known.at = same.at;
    }
    return found;
  }

  #slotOf({ at, talked }: Past): number {
    return 2 * Math.floor(at / this.#kept.slot) + (talked ? 1 : 0);
  }

  #cohort(of: number, { way, wayKey }: Way, wave: number | null, past: readonly Past[]): Cohort {
    const key = `${of} ${wayKey} ${wave} ${past.map((one) => this.#slotOf(one))}`;
    const known = this.#cohorts.get(key);
    if (known) return known;
    const alike = `${this.#classes[of]?.zone} ${wayKey}`;
    const copied = past.map((one) => ({ ...one }));
    const fresh = { of, way, wayKey, alike, wave, past: copied, followed: new Map() };
    this.#cohorts.set(key, fresh);
    return fresh;
  }

  add(due: number, cohort: Cohort, count: number): void {
    if (count <= 0) return;
    let bucket = this.#queue.get(due);
    if (!bucket) {
      bucket = new Map();
      this.#queue.set(due, bucket);
      insert(this.#dues, due);
    }
    bucket.set(cohort, (bucket.get(cohort) ?? 0) + count);
    this.left += count;
  }

  /** The first instant after `now` at which something is due; undefined: nothing is. */
  nextDue(now: number): number | undefined {
    return this.#dues.find((due) => due > now);
  }

  /**
   * How many may be taken now. As the engine does, it goes down the file until it has found enough: those on
   * the way whose hours are not open wait for them, and the others keep their places.
   *
   * @param enough more than these are not looked for
   */
  available(now: number, enough: number): number {
    this.#putOffShut(now);
    while (this.#inFront < enough) {
      const due = this.#dues[0];
      if (due === undefined || due > now) break;
      const bucket = this.#queue.get(due) as Map<Cohort, number>;
      this.#pass(bucket, now, enough - this.#inFront);
      if (bucket.size === 0) this.#forget(0);
    }
    return this.#inFront;
  }

  /** Takes from those that `available` has found at the same instant. */
  take(most: number): Some[] {
    const taken = this.#takeShare(this.#front, this.#inFront, most);
    const count = taken.reduce((sum, one) => sum + one.count, 0);
    this.#inFront -= count;
    this.left -= count;
    return taken;
  }

  /** Wherever they stand, for good. */
  lose(most: number): void {
    let left = most;
    const lost = ({ cohort, count }: Some) => {
      left -= count;
      this.left -= count;
      this.leaveOut(cohort, this.follow(cohort, count).count);
    };
    while (left > 0 && this.#dues.length > 0) {
      const bucket = this.#queue.get(this.#dues[0] as number) as Map<Cohort, number>;
      for (const some of this.#takeShare(bucket, totalOf(bucket), left)) lost(some);
      if (bucket.size === 0) this.#forget(0);
    }
    for (const some of this.#takeShare(this.#front, this.#inFront, left)) {
      this.#inFront -= some.count;
      lost(some);
    }
  }

  /** Those at the front whose hours have ended meanwhile. */
  #putOffShut(now: number): void {
    for (const [cohort, count] of this.#front) {
      if (this.#opens(cohort.of, now) === now) continue;
      this.#front.delete(cohort);
      this.#inFront -= count;
      this.#putOff(cohort, count, now);
    }
  }

  #putOff(cohort: Cohort, count: number, now: number): void {
    const opens = this.#opens(cohort.of, now);
    this.left -= count;
    if (opens === Number.POSITIVE_INFINITY) this.shut += count;
    else this.add(opens, cohort, count);
  }

  /**
   * Goes down a bucket, whose cohorts are mixed evenly, as in a file. The open numbers that it passes go to the
   * front, and the others wait for their hours.
   *
   * @param wanted stops after so many open ones
   */
  #pass(bucket: Map<Cohort, number>, now: number, wanted: number): void {
    const open = new Map<Cohort, number>();
    const shut = new Map<Cohort, number>();
    for (const [cohort, count] of bucket) {
      (this.#opens(cohort.of, now) === now ? open : shut).set(cohort, count);
    }
    const [all, others] = [totalOf(open), totalOf(shut)];
    const found = Math.min(all, Math.ceil(wanted));
    for (const { cohort, count } of this.#takeShare(open, all, found)) {
      lower(bucket, cohort, count);
      this.#front.set(cohort, (this.#front.get(cohort) ?? 0) + count);
      this.#inFront += count;
    }
    // Rounded down or up in turns, so that single numbers come to their share, too.
    const passed = found === all ? others : Math.floor((others * found) / all + this.#phase);
    for (const { cohort, count } of this.#takeShare(shut, others, passed)) {
      lower(bucket, cohort, count);
      this.#putOff(cohort, count, now);
    }
  }

  /**
   * Takes numbers of a bucket, from each cohort its share: lined up cohort by cohort, numbers at even distances are
   * taken. The first one is at another place each time, so that single numbers come to these shares, too.
   */
  #takeShare(bucket: Map<Cohort, number>, all: number, most: number): Some[] {
    const taken: Some[] = [];
    const wanted = Math.min(most, all);
    this.#phase = (this.#phase + goldenRatio) % 1;
    let passed = 0;
    let left = wanted;
    for (const [cohort, count] of bucket) {
      if (left <= 0) break;
      const before = Math.ceil((passed * wanted) / all - this.#phase);
      passed += count;
      const upTo = passed >= all ? wanted : Math.ceil((passed * wanted) / all - this.#phase);
      const share = Math.min(count, left, upTo - before);
      if (share <= 0) continue;
      left -= share;
      lower(bucket, cohort, share);
      taken.push({ cohort, count: share });
    }
    // What rounding has left.
    for (const [cohort, count] of left > 0 ? bucket : []) {
      const share = Math.min(count, left);
      left -= share;
      lower(bucket, cohort, share);
      if (share > 0) taken.push({ cohort, count: share });
    }
    return taken;
  }

  /** `now` when they may be called, the next opening else, and Infinity for none. */
  #opens(of: number, now: number): number {
    const { open } = this.#classes[of] as NumberClass;
    let at = this.#window[of] as number;
    while (at < open.length && (open[at + 1] as number) <= now) at += 2;
    this.#window[of] = at;
    if (at >= open.length) return Number.POSITIVE_INFINITY;
    return Math.max(now, open[at] as number);
  }

  #forget(index: number): void {
    const [due] = this.#dues.splice(index, 1);
    this.#queue.delete(due as number);
  }
}

const knownPools = new WeakMap<readonly NumberClass[], readonly number[]>();

/** Classes that differ by their due instant alone, and by how many numbers, are one pool; the same for all runs. */
function poolsOf(classes: readonly NumberClass[]): readonly number[] {
  let pools = knownPools.get(classes);
  if (!pools) {
    const opens = new Map<readonly number[], number>();
    const keys = new Map<string, number>();
    pools = classes.map(({ open, zone, rules, waves = [] }) => {
      const hours = opens.get(open) ?? opens.size;
      opens.set(open, hours);
      const key = `${hours} ${zone} ${waves} ${rules?.map(({ ruleId }) => ruleId)}`;
      const pool = keys.get(key) ?? keys.size;
      keys.set(key, pool);
      return pool;
    });
    knownPools.set(classes, pools);
  }
  return pools;
}

/** Its multiples lie evenly between 0 and 1, however many there are. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

const totalOf = (bucket: ReadonlyMap<Cohort, number>) =>
  [...bucket.values()].reduce((sum, count) => sum + count, 0);

function lower(bucket: Map<Cohort, number>, cohort: Cohort, by: number): void {
  const left = (bucket.get(cohort) ?? 0) - by;
  if (left > 0) bucket.set(cohort, left);
  else bucket.delete(cohort);
}

/** Keeps the order. */
function insert(sorted: number[], value: number): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, value);
}
