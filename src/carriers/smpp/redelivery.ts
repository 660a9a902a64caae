/**
 * Recognizes an inbound text that the SMSC redelivers. SMPP gives such a text no id, and an SMSC
 * redelivers it when our response was lost. An identical text from the same person is new while the
 * session that responded to the first one is open. Once that session has ended, it is the first one
 * again, unless the person wrote something else in between. So a second STOP is never mistaken for
 * the first.
 *
 * Texts without a response are recorded in a file, so that a restarted process recognizes them.
 */

import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type RealMs, realMs } from '#domain/milliseconds.ts';

/** The session that delivered a text. */
export interface Reporter {
  isOpen(): boolean;
}

interface Entry {
  pair: string;
  print: string;
  id: string;
  /** Undefined: an earlier process received it. */
  reporter: Reporter | undefined;
  receivedAt: RealMs;
  respondedAt?: RealMs;
  /** Repeated although it had its response: the response was lost, or the person wrote it again. */
  mayBeNew?: boolean;
}

/** About as long as an SMSC keeps a text. */
const longestOpen = realMs(72 * 3_600_000);
/** If our response was lost with its session, the SMSC redelivers the text within this time. */
const longestDoubt = realMs(120_000);

/** The file is rewritten at this many lines at the earliest. */
const mostLines = 20_000;

export class InboundIdentities {
  readonly #file: string;
  readonly #now: () => RealMs;
  readonly #onTrouble: (error: unknown) => void;
  readonly #byPair = new Map<string, Entry[]>();
  readonly #byId = new Map<string, Entry>();
  /** Lines in the file, and how many of them cause a rewrite. */
  #lines = 0;
  #most = mostLines;

  /** @param onTrouble called when the file could not be written */
  constructor(file: string, now: () => RealMs, onTrouble: (error: unknown) => void) {
    this.#file = file;
    this.#now = now;
    this.#onTrouble = onTrouble;
    for (const entry of readEntries(file)) this.#keep(entry);
    this.#tidy();
  }

  /**
   * Returns the id of a text that has just arrived: a new one, or that of the text it repeats.
   *
   * @param pair the person's number and the texting number
   * @param print a hash of what the SMSC sent
   */
  identify(pair: string, print: string, reporter: Reporter): string {
    const current = (this.#byPair.get(pair) ?? []).filter((one) => this.#isCurrent(one));
    const last = current.length - 1;
    const known = current.find((one, index) => isSame(one, print, reporter, index === last));
    if (known) {
      known.reporter = reporter;
      known.mayBeNew = known.respondedAt !== undefined;
      delete known.respondedAt;
      return known.id;
    }
    const left = othersOf(current, reporter);
    for (const one of this.#byPair.get(pair) ?? []) if (!left.includes(one)) this.#forget(one);
    this.#byPair.set(pair, left);
    const receivedAt = this.#now();
    const id = `${receivedAt.toString(36)}-${randomBytes(6).toString('hex')}`;
    const entry = { pair, print, id, reporter, receivedAt };
    this.#keep(entry);
    this.#append(encodeLine(entry));
    return id;
  }

  /**
   * Whether the text may be a second one of the same words: what came in between, over another engine or
   * from a manager, is known to the database only.
   */
  mayBeNew(id: string): boolean {
    return this.#byId.get(id)?.mayBeNew === true;
  }

  /** When the text came first; undefined when it is not known. */
  receivedAt(id: string): RealMs | undefined {
    return this.#byId.get(id)?.receivedAt;
  }

  /** The effects of the text are committed, and the response is being sent. */
  responded(id: string): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    entry.respondedAt = this.#now();
    this.#append(`${JSON.stringify({ answered: id, at: entry.respondedAt })}\n`);
  }

  #keep(entry: Entry): void {
    this.#byPair.set(entry.pair, [...(this.#byPair.get(entry.pair) ?? []), entry]);
    this.#byId.set(entry.id, entry);
  }

  #forget(entry: Entry): void {
    this.#byId.delete(entry.id);
  }

  #isCurrent({ receivedAt, respondedAt }: Entry): boolean {
    if (respondedAt !== undefined) return this.#now() - respondedAt < longestDoubt;
    return this.#now() - receivedAt < longestOpen;
  }

  #append(line: string): void {
    this.#lines += 1;
    this.#tryWrite(() => appendFileSync(this.#file, line));
    if (this.#lines > this.#most) this.#tidy();
  }

  #tidy(): void {
    for (const [pair, list] of this.#byPair) {
      const left = list.filter((one) => this.#isCurrent(one));
      for (const one of list) if (!left.includes(one)) this.#forget(one);
      if (left.length > 0) this.#byPair.set(pair, left);
      else this.#byPair.delete(pair);
    }
    this.#tryWrite(() => this.#rewrite());
    this.#lines = this.#byId.size;
    // Many current texts must not cause a rewrite at each line.
    this.#most = Math.max(mostLines, 2 * this.#lines);
  }

  /** Replaces the file by a rename: a process killed here leaves the old or the new one. */
  #rewrite(): void {
    const file = this.#file;
    writeFileSync(`${file}.part`, [...this.#byId.values()].map(encodeLine).join(''));
    renameSync(`${file}.part`, file);
  }

  /** A full disk must not block inbound texts; the line matters only after a kill. */
  #tryWrite(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#onTrouble(error);
    }
  }
}

/** The person's other texts on this session without a response: each may be redelivered. */
function othersOf(entries: readonly Entry[], reporter: Reporter): Entry[] {
  return entries.filter((one) => one.reporter === reporter && one.respondedAt === undefined);
}

function isSame(entry: Entry, print: string, reporter: Reporter, isLast: boolean): boolean {
  if (entry.print !== print) return false;
  if (entry.reporter !== reporter) return !entry.reporter?.isOpen();
  return entry.respondedAt === undefined && isLast;
}

/** `heardAt` and `answeredAt` are the names in the file, whose format must not change. */
function encodeLine({ pair, print, id, receivedAt: heardAt, respondedAt }: Entry): string {
  return `${JSON.stringify({ pair, print, id, heardAt, answeredAt: respondedAt })}\n`;
}

type Line =
  | (Pick<Entry, 'pair' | 'print' | 'id'> & { heardAt: RealMs; answeredAt?: RealMs })
  | { answered: string; at: RealMs };

function readEntries(file: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const text of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const line = lineOf(text);
    if (line === undefined) continue;
    if (!('answered' in line)) {
      const { heardAt: receivedAt, answeredAt, ...entry } = line;
      const respondedAt = answeredAt === undefined ? {} : { respondedAt: answeredAt };
      entries.set(line.id, { ...entry, ...respondedAt, receivedAt, reporter: undefined });
    } else {
      const entry = entries.get(line.answered);
      if (entry) entry.respondedAt = line.at;
    }
  }
  return [...entries.values()];
}

/** A power failure may have cut off the last line. */
function lineOf(text: string): Line | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as Line);
  } catch {
    return undefined;
  }
}
