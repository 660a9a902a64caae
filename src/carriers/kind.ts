/**
 * What a kind of carrier is to the platform: its settings, how it is tried and how it is opened.
 * Each kind is a folder whose `kind.ts` exports one; src/carriers/index.ts lists it in one line.
 */
import type { z } from 'zod';
import type { CarrierSettings, Sound, VoiceCarrier } from './port.ts';
import type { RecordingCarrier, RecordingSound } from './recording-port.ts';
import type { TextCarrier } from './text-port.ts';

export interface CarrierKind<S> {
  /** What a client can use it for. */
  readonly channels: readonly CarrierChannel[];
  /**
   * A flat zod object. Its keys, in camelCase, are the options of
   * `carillon carrier add KIND NAME --key-in-kebab-case=value`; what `describe()` says is their help.
   * Every value comes as the text that was typed, so numbers are `z.coerce.number()` and a list is
   * one text with commas; an absent one takes its `default()` or is `optional()`. The messages of
   * its checks finish the sentence "--port …", as "must be a port from 1 to 65535".
   */
  readonly settings: z.ZodType<S> & { readonly shape: z.ZodRawShape };
  /** Settings that an earlier version stored, as this one takes them; absent: as they are. */
  fromBefore?(stored: Readonly<Record<string, string>>): Record<string, string>;
  /** Keys of `settings` that are sealed in the database, read from standard input, and never shown. */
  readonly secrets: readonly string[];
  /**
   * Opens at once and connects behind the scenes, again and again: that the other side is away is
   * told by `connected()` of its ports.
   *
   * @throws Error whose message is a sentence, when it cannot be opened with these settings
   */
  open(settings: S, around: CarrierSurroundings): OpenCarrier;
  /**
   * Connects, and says in sentences what is right and what is wrong; sends and calls nothing. For
   * `carillon carrier test` and `carillon doctor`. Never throws, and ends within 20 seconds.
   */
  test(settings: S, around: CarrierSurroundings): Promise<CarrierFinding[]>;
  /**
   * Judges what was posted to `/carrier/<name>/<path>`: whether it is this carrier's, and what of it
   * is kept for `CallbackSource`. The API answers only after that is stored. Absent: this kind is
   * never called back.
   */
  receive?(settings: S, posted: PostedCallback): CallbackVerdict;
  /**
   * The carrier's own records of what it was given, in any order and whichever way it ended: after a
   * restore a second source beside the journals. What surely reached nobody, such as a text that was
   * canceled before it left, is left out. Absent: it cannot be asked.
   *
   * @param since epoch milliseconds of the engine's clock; older ones may come too
   * @throws Error whose message is a sentence, when it cannot be asked or does not tell all
   */
  records?(
    settings: S,
    around: CarrierSurroundings,
    since: number,
  ): AsyncIterable<CarrierRecord> | Iterable<CarrierRecord>;
  /**
   * The same of one row of a CSV file that the carrier writes and the operator brings along; undefined
   * when the row is none of a call of ours. Absent: it writes none.
   */
  recordOfRow?(cells: readonly string[]): CarrierRecord | undefined;
}

/** One call or text that a carrier was given. */
export type CarrierRecord = {
  channel: CarrierChannel;
  /** Epoch milliseconds of the engine's clock; whole seconds where the carrier keeps no more. */
  at: number;
} & (
  | {
      /** `client-list-entry`. */
      attemptId: string;
      /** 11 digits, where the carrier keeps it. */
      to?: string;
    }
  /** The carrier knows the number alone, 11 digits. `mayAnswer`: the person had just texted us. */
  | { attemptId?: undefined; to: string; mayAnswer?: boolean }
);

/** Stored settings as the kind is opened with them. */
export function storedSettings<S>(kind: CarrierKind<S>, stored: Readonly<Record<string, string>>) {
  return kind.settings.safeParse(kind.fromBefore?.(stored) ?? stored);
}

export type CarrierChannel = 'voice' | 'text';

/** One carrier of a kind, open under its name; every port has that `name`. */
export interface OpenCarrier {
  voice?: VoiceCarrier;
  recording?: RecordingCarrier;
  text?: TextCarrier;
  /** For the console and the log, such as "2 of 3 nodes connected"; '' when there is nothing to say. */
  detail(): string;
  /** Trunks that are known not to answer; absent: it has none that could be asked. */
  trunksAway?(): number;
  /** Asks for an answer by HTTP now, so that its Date is heard; absent: this kind tells none. */
  askDate?(): void;
  /** Closes its ports too. */
  close(): Promise<void>;
}

/** What a carrier is opened with, besides its settings. */
export interface CarrierSurroundings extends CarrierSettings {
  /** The carrier's name: what client.voice_carrier and client.text_carrier hold. */
  name: string;
  log: CarrierLog;
  /** Names this engine process towards the carrier; the same after a restart on the same data folder. */
  engineName: string;
  /**
   * Where the carrier fetches the sound of a call: HTTP GET, a WAV of 8 kHz, mono, 16 bit. Asked
   * when it is to be played: an address of one account's sound is valid for an hour. What all
   * accounts hear has one address a day, so that a carrier may keep it.
   */
  soundUrl(attemptId: string, sound: FetchedSound): string;
  /**
   * The public address that the carrier calls back, `…/carrier/<name>/<path>`; '' while
   * CARILLON_PUBLIC_URL is not set.
   */
  callbackUrl(path: string): string;
  callbacks: CallbackSource;
  /**
   * The Date of an HTTP answer, by which the engine judges its own clock.
   *
   * @param source who told, in words such as the carrier's name: each has a clock of its own
   */
  heardDate?: (source: string, heard: HeardDate) => void;
}

/** When it was asked for and when it came, on `performance.now()`. */
export interface HeardDate {
  date: string | null | undefined;
  asked: number;
  answered: number;
}

/** Everything but the recording that the carrier itself has just made. */
export type FetchedSound =
  | Sound
  | Exclude<RecordingSound, { kind: 'recorded' }>
  /** One ring and its pause, six seconds, for a customer whose agent is being called. */
  | { kind: 'ringing' };

/** As pino's: what happened as an object, then in words. */
export interface CarrierLog {
  info(what: object, words: string): void;
  warn(what: object, words: string): void;
  error(what: object, words: string): void;
}

/** What the API took from this carrier by HTTP: its signature was right, and it is stored. */
export interface CallbackSource {
  /**
   * The oldest ones, at most so many, that no other engine holds.
   *
   * @param under their paths begin with one of these
   * @param among `leftFor`: real seconds for which nobody has had them; 0 when absent. `urgent`: only
   * what was kept as urgent, which so does not wait behind the rest
   */
  take(
    most: number,
    under: readonly string[],
    among?: { leftFor?: number; urgent?: boolean },
  ): Promise<Callback[]>;
  /** Those whose paths hold one of these, whoever has them; they are not taken by that. */
  find(within: readonly string[]): Promise<Callback[]>;
  /** After what they led to is committed: they are not told again. */
  done(ids: readonly number[]): Promise<void>;
}

export interface Callback {
  id: number;
  /** Epoch milliseconds of real time, when it was stored. */
  at: number;
  /** Behind `/carrier/<name>/`. */
  path: string;
  fields: Record<string, string>;
}

/** A request from outside, of which nothing is believed yet. */
export interface PostedCallback {
  /** Behind `/carrier/<name>/`, without the query. */
  path: string;
  /** The public address that it was sent to, with its query. */
  url: string;
  header(name: string): string;
  /** The form's fields in their order. */
  fields: readonly (readonly [name: string, value: string])[];
}

export type CallbackVerdict =
  /** Not signed as this carrier signs. */
  | { kind: 'refused' }
  /** Signed, and nothing that we asked to be told. */
  | { kind: 'unknown' }
  | {
      kind: 'taken';
      /**
       * Null: there is nothing to do. `once` is the same when the carrier tells the same again; `urgent`
       * ones can be taken before all others.
       */
      keep: { once: string; fields: Record<string, string>; urgent?: true } | null;
      answer: { type: string; body: string };
    };

/** One thing that was looked at; of a wrong one also what to do. */
export interface CarrierFinding {
  state: 'fine' | 'hint' | 'wrong';
  text: string;
}
