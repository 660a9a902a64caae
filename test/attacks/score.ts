/** Runs attacks, keeps what became of them, and prints the table. */
import type { Secrets } from './secrets.ts';
import { type Attack, type Class, classes, judge, nothing, type Reply } from './verdict.ts';

/** Milliseconds, of the real clock: more than anything here takes on the slowest machine. */
const patience = 60_000;
/** Groups at once: the server and the database have the machine's two cores. */
const atOnce = 6;

/** Runs one attack; returns its response, so that the next can follow from it. */
export type Run = (attack: Attack) => Promise<Reply | typeof nothing>;
/** Attacks that follow one another. */
export type Group = (run: Run) => Promise<void>;
export interface Family {
  name: string;
  groups: readonly Group[];
}

type Counts = Record<Class, number>;

export class Score {
  /** Every fault in words: a response of the last three classes, or another than expected. */
  readonly faults: string[] = [];
  readonly #counts = new Map<string, Counts>();
  readonly #secrets: Secrets;
  readonly #patience: number;

  /** @param secrets what no response may hold; it may grow */
  constructor(secrets: Secrets, milliseconds = patience) {
    this.#secrets = secrets;
    this.#patience = milliseconds;
  }

  async runFamily({ name, groups }: Family): Promise<void> {
    const counts = Object.fromEntries(classes.map((one) => [one, 0])) as Counts;
    this.#counts.set(name, counts);
    const run: Run = async (attack) => {
      const reply = await this.#sent(attack);
      const verdict = judge(reply, attack, this.#secrets);
      counts[verdict.class] += 1;
      if (verdict.fault !== undefined) {
        this.faults.push(`${verdict.class}: ${name}: ${attack.name}: ${verdict.fault}`);
      }
      return reply;
    };
    const waiting = [...groups];
    const worker = async () => {
      for (let group = waiting.shift(); group; group = waiting.shift()) await group(run);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async #sent(attack: Attack): Promise<Reply | typeof nothing> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof nothing>((resolve) => {
      timer = setTimeout(() => resolve(nothing), this.#patience);
    });
    try {
      return await Promise.race([attack.send(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Attacks of a family, or of all. */
  count(family?: string): number {
    return sum(family === undefined ? this.total : (this.#counts.get(family) ?? this.total));
  }

  get total(): Counts {
    const all = [...this.#counts.values()];
    const of = (one: Class) => all.reduce((before, counts) => before + counts[one], 0);
    return Object.fromEntries(classes.map((one) => [one, of(one)])) as Counts;
  }

  get table(): string {
    const heads = ['attacks', 'refused', 'accepted by design', '5xx', 'hang', 'leak'];
    const line = (name: string, cells: readonly (string | number)[]) =>
      name.padEnd(22) +
      cells.map((cell, at) => String(cell).padStart((heads[at] ?? '').length + 3)).join('');
    const row = (name: string, counts: Counts) =>
      line(name, [sum(counts), ...classes.map((one) => counts[one])]);
    const rows = [...this.#counts].map(([name, counts]) => row(name, counts));
    return [line('family', heads), ...rows, row('total', this.total)].join('\n');
  }
}

const sum = (counts: Counts) => classes.reduce((total, one) => total + counts[one], 0);
