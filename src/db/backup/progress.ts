/** Reported at most once a second, for a terminal. */
export class Progress {
  readonly #say: (line: string) => void;
  readonly #now: () => number;
  #reportedAt: number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(say: (line: string) => void, now: () => number = () => performance.now()) {
    this.#say = say;
    this.#now = now;
    this.#reportedAt = now();
  }

  /** The line is built only when it is reported. */
  tick(line: () => string): void {
    const at = this.#now();
    if (at - this.#reportedAt < 1_000) return;
    this.#reportedAt = at;
    this.#say(line());
  }
}

/** `1.2 GB`, `340 MB`, `12 kB`. */
export function sizeOf(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
}

export const rowsText = (rows: number) =>
  `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
