/**
 * One thing that can be in trouble: since when, how often it failed, and its two lines in the log.
 */
import type { Logger } from 'pino';
import { troubleSentence } from '#domain/reason-sentences.ts';
import type { TroubleKind } from '#domain/trouble-words.ts';

export interface Trouble {
  kind: TroubleKind;
  /** ISO 8601. */
  since: string;
  /** One sentence. */
  reason: string;
}

export interface Spell {
  kind(): TroubleKind | undefined;
  /** Somebody met it. A different kind replaces it, with a line of its own. */
  met(kind: TroubleKind, error: unknown): void;
  /** It has not occurred for long enough to assume it is over. */
  isQuiet(): boolean;
  end(): void;
  /** Nobody at all can write; otherwise an overloaded database is not reported. */
  block(): void;
  unblock(): void;
  trouble(): Trouble | undefined;
}

export interface SpellDeps {
  log: Pick<Logger, 'error' | 'warn'>;
  steady: () => number;
  /** `the database`. */
  thing: string;
  campaigns(): number;
}

interface Begun {
  kind: TroubleKind;
  since: string;
  at: number;
  lastAt: number;
  failed: number;
  blocks: boolean;
}

const longestMessage = 300;

/** Milliseconds without a failure until it is over: longer than the longest rest of the engine. */
export const quietFor = 5_000;
/**
 * A slow campaign meets a full disk only with its next claim, which may be a minute later. So trouble of the
 * same kind that comes back within `relapse` needs twice as long a quiet time as before.
 */
const relapse = 120_000;
const longestQuiet = 80_000;

export function createSpell({ log, steady, thing, campaigns }: SpellDeps): Spell {
  let now: Begun | undefined;
  let ended: { kind: TroubleKind; at: number } | undefined;
  let quiet = quietFor;

  function quietNow(kind: TroubleKind, at: number): number {
    const isRelapse = ended?.kind === kind && at - ended.at < relapse;
    return isRelapse ? Math.min(quiet * 2, longestQuiet) : quietFor;
  }

  function logBegin({ kind, since }: Begun, error: unknown): void {
    const line = { trouble: kind, since, said: messageOf(error), campaigns: campaigns() };
    log.error(line, `${troubleSentence(kind)} Calls and texts are waiting.`);
  }

  return {
    kind: () => now?.kind,
    met(kind, error) {
      const at = steady();
      const before = now;
      if (!before) quiet = quietNow(kind, at);
      const since = before?.since ?? new Date().toISOString();
      const failed = (before?.failed ?? 0) + 1;
      now = { kind, since, at: before?.at ?? at, lastAt: at, failed, blocks: false };
      if (before?.kind === kind) now.blocks = before.blocks;
      else logBegin(now, error);
    },
    isQuiet: () => !now || steady() - now.lastAt > quiet,
    end() {
      if (!now) return;
      const { kind, since, at, failed } = now;
      now = undefined;
      ended = { kind, at: steady() };
      const seconds = Math.round((steady() - at) / 100) / 10;
      log.warn({ trouble: kind, since, seconds, failed }, `${thing} is writable again`);
    },
    block() {
      if (now) now.blocks = true;
    },
    unblock() {
      if (now) now.blocks = false;
    },
    trouble() {
      if (!now || (now.kind === 'overloaded' && !now.blocks)) return undefined;
      const { kind, since } = now;
      return { kind, since, reason: troubleSentence(kind) };
    },
  };
}

/** The server's or the driver's message, without the rows concerned. */
function messageOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const { message } = (first ?? error) as Partial<Error>;
  return String(message ?? error).slice(0, longestMessage);
}
