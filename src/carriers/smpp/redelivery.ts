/**
 * Whether an inbound text was told before. SMPP gives such a text no id, and an SMSC tells it again
 * when it did not hear our answer. A text that is the same, from the same person, is a new one while
 * the session lives that answered the first; behind an ended session it is that one again, unless
 * the person wrote something else in between. So a second STOP is never taken for the first.
 *
 * What is not answered yet stands in a file, so that a killed process knows it when it is back.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Teller {
  isOpen(): boolean;
}

interface Entry {
  pair: string;
  print: string;
  id: string;
  /** Undefined: an earlier process heard it. */
  teller: Teller | undefined;
  heardAt: number;
  answeredAt?: number;
}

/** An SMSC keeps a text for about as long. */
const longestOpen = 72 * 3_600_000;
/** Our answer may have been lost with its session; then the SMSC tells the text again soon. */
const longestDoubt = 120_000;

/** Lines of the file at which it is written anew, at the least. */
const mostLines = 20_000;

export class InboundIdentities {
  readonly #file: string;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  readonly #byPair = new Map<string, Entry[]>();
  readonly #byId = new Map<string, Entry>();
  /** Lines of the file, and so many of them at which it is written anew. */
  #lines = 0;
  #most = mostLines;

  /**
   * @param now epoch milliseconds of real time
   * @param onTrouble the file could not be written
   */
  constructor(file: string, now: () => number, onTrouble: (error: unknown) => void) {
    this.#file = file;
    this.#now = now;
    this.#onTrouble = onTrouble;
    for (const entry of readEntries(file)) this.#keep(entry);
    this.#tidy();
  }

  /**
   * The id of a text that is told now: its own, or that of the text which it is again.
   *
   * @param pair who wrote to which number
   * @param print what the SMSC sent, shortened
   */
  identify(pair: string, print: string, teller: Teller): string {
    const list = (this.#byPair.get(pair) ?? []).filter((one) => this.#isCurrent(one));
    const known = list.find((one, at) => isAgain(one, print, teller, at === list.length - 1));
    if (known) {
      known.teller = teller;
      delete known.answeredAt;
      return known.id;
    }
    const left = othersOf(list, teller);
    for (const one of this.#byPair.get(pair) ?? []) if (!left.includes(one)) this.#forget(one);
    this.#byPair.set(pair, left);
    const heardAt = this.#now();
    const id = `${heardAt.toString(36)}-${randomBytes(6).toString('hex')}`;
    const entry = { pair, print, id, teller, heardAt };
    this.#keep(entry);
    this.#append(heardLine(entry));
    return id;
  }

  /** What the text led to is committed, and the SMSC is being told so. */
  answered(id: string): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    entry.answeredAt = this.#now();
    this.#append(`${JSON.stringify({ answered: id, at: entry.answeredAt })}\n`);
  }

  #keep(entry: Entry): void {
    this.#byPair.set(entry.pair, [...(this.#byPair.get(entry.pair) ?? []), entry]);
    this.#byId.set(entry.id, entry);
  }

  #forget(entry: Entry): void {
    this.#byId.delete(entry.id);
  }

  #isCurrent({ heardAt, answeredAt }: Entry): boolean {
    if (answeredAt !== undefined) return this.#now() - answeredAt < longestDoubt;
    return this.#now() - heardAt < longestOpen;
  }

  #append(line: string): void {
    this.#lines += 1;
    this.#kept(() => appendFileSync(this.#file, line));
    if (this.#lines > this.#most) this.#tidy();
  }

  #tidy(): void {
    for (const [pair, list] of this.#byPair) {
      const left = list.filter((one) => this.#isCurrent(one));
      for (const one of list) if (!left.includes(one)) this.#forget(one);
      if (left.length > 0) this.#byPair.set(pair, left);
      else this.#byPair.delete(pair);
    }
    this.#kept(() => this.#rewrite());
    this.#lines = this.#byId.size;
    // Not again for each of many that are all current.
    this.#most = Math.max(mostLines, 2 * this.#lines);
  }

  /** Aside and renamed: a process that is killed here leaves the old file or the new one. */
  #rewrite(): void {
    const file = this.#file;
    writeFileSync(`${file}.part`, [...this.#byId.values()].map(heardLine).join(''));
    renameSync(`${file}.part`, file);
  }

  /** A disk that is full keeps no text from being told: only a killed process would miss the line. */
  #kept(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#onTrouble(error);
    }
  }
}

/** The person's other words on this session that are not answered yet: each may be told again. */
function othersOf(list: readonly Entry[], teller: Teller): Entry[] {
  return list.filter((one) => one.teller === teller && one.answeredAt === undefined);
}

function isAgain(entry: Entry, print: string, teller: Teller, isLast: boolean): boolean {
  if (entry.print !== print) return false;
  if (entry.teller !== teller) return !entry.teller?.isOpen();
  return entry.answeredAt === undefined && isLast;
}

function heardLine({ teller: _, ...entry }: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

type Line = Omit<Entry, 'teller'> | { answered: string; at: number };

function readEntries(file: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const text of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const line = lineOf(text);
    if (line === undefined) continue;
    if (!('answered' in line)) entries.set(line.id, { ...line, teller: undefined });
    else {
      const entry = entries.get(line.answered);
      if (entry) entry.answeredAt = line.at;
    }
  }
  return [...entries.values()];
}

/** The last line of a machine that lost its power may be cut. */
function lineOf(text: string): Line | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as Line);
  } catch {
    return undefined;
  }
}
