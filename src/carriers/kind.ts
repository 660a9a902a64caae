/**
 * What a kind of carrier is to the platform: its settings, how it is tested and how it is opened.
 * Each kind is a folder whose `kind.ts` exports one; src/carriers/index.ts registers it.
 */
import type { z } from 'zod';
import type { CarrierDetail } from '#contract/carrier-detail.ts';
import type { RealMs, SimMs } from '#domain/milliseconds.ts';
import type { CarrierSettings, Sound, VoiceCarrier } from './port.ts';
import type { RecordingCarrier, RecordingSound } from './recording-port.ts';
import type { TextCarrier } from './text-port.ts';

export interface CarrierKind<S> {
  /** What a client can use it for. */
  readonly channels: readonly CarrierChannel[];
  /**
   * A flat zod object. Its keys, in camelCase, are the options of
   * `carillon carrier add KIND NAME --key-in-kebab-case=value`; `describe()` gives their help.
   * Every value comes as the text that was typed, so numbers are `z.coerce.number()` and a list is
   * one text with commas; an absent one takes its `default()` or is `optional()`. The messages of
   * its checks finish the sentence "--port …", as "must be a port from 1 to 65535".
   */
  readonly settings: z.ZodType<S> & { readonly shape: z.ZodRawShape };
  /** Converts settings that an earlier version stored; absent: they are used as they are. */
  fromBefore?(stored: Readonly<Record<string, string>>): Record<string, string>;
  /** Keys of `settings` that are sealed in the database, read from stdin, and never shown. */
  readonly secrets: readonly string[];
  /**
   * Opens at once and connects in the background, retrying forever: `connected()` of its ports says
   * whether the other side can be reached.
   *
   * @throws Error whose message is a sentence, when it cannot be opened with these settings
   */
  open(settings: S, around: CarrierSurroundings): OpenCarrier;
  /**
   * Connects and reports in sentences what is right and what is wrong; sends and calls nothing. For
   * `carillon carrier test` and `carillon doctor`. Never throws, and ends within 20 seconds.
   */
  test(settings: S, around: CarrierSurroundings): Promise<CarrierFinding[]>;
  /**
   * Judges what was posted to `/carrier/<name>/<path>`: whether this carrier sent it, and what to
   * keep of it for `CallbackSource`. The API responds only after that is stored. Absent: this kind
   * has no callbacks.
   */
  receive?(settings: S, posted: PostedCallback): CallbackVerdict;
  /**
   * The carrier's own records of what was submitted to it, in any order and however it ended: after
   * a restore a second source beside the journals. What surely reached nobody, such as a text that
   * was canceled before it left, is left out. Absent: it has no such records.
   *
   * @param since records from before may come too
   * @throws Error whose message is a sentence, when the records cannot all be read
   */
  records?(
    settings: S,
    around: CarrierSurroundings,
    since: SimMs,
  ): AsyncIterable<CarrierRecord> | Iterable<CarrierRecord>;
  /**
   * The same from one row of a CSV file that the carrier writes and the operator supplies;
   * undefined when the row is not one of our calls. Absent: it writes none.
   */
  recordOfRow?(cells: readonly string[]): CarrierRecord | undefined;
}

/** One call or text that was submitted to a carrier. */
export type CarrierRecord = {
  channel: CarrierChannel;
  /** Whole seconds where the carrier keeps no more. */
  at: SimMs;
} & (
  | {
      /** `client-list-entry`. */
      attemptId: string;
      /** 11 digits, where the carrier keeps it. */
      to?: string;
    }
  /** Only the number is known, 11 digits. `mayBeAutoReply`: the person had just texted us. */
  | { attemptId?: undefined; to: string; mayBeAutoReply?: boolean }
);

/** Stored settings in the form that the kind is opened with. */
export function storedSettings<S>(kind: CarrierKind<S>, stored: Readonly<Record<string, string>>) {
  return kind.settings.safeParse(kind.fromBefore?.(stored) ?? stored);
}

export type CarrierChannel = 'voice' | 'text';

/** One carrier of a kind, open under its name; every port has that `name`. */
export interface OpenCarrier {
  voice?: VoiceCarrier;
  recording?: RecordingCarrier;
  text?: TextCarrier;
  /** For the console and the log; undefined when there is nothing to say. */
  detail(): CarrierDetail | undefined;
  /** Number of trunks that are known not to respond; absent: it has none that can be checked. */
  trunksDown?(): number;
  /** Sends an HTTP request now, for the Date of its response; absent: this kind has none. */
  askDate?(): void;
  /** Closes its ports too. */
  close(): Promise<void>;
}

/** What a carrier is opened with, besides its settings. */
export interface CarrierSurroundings extends CarrierSettings {
  /** The carrier's name: what client.voice_carrier and client.text_carrier hold. */
  name: string;
  log: CarrierLog;
  /** This engine's name at the carrier; the same after a restart on the same data folder. */
  engineName: string;
  /**
   * Where the carrier fetches the sound of a call: HTTP GET, a WAV of 8 kHz, mono, 16 bit. Made
   * right before it is played: the address of one account's sound is valid for an hour. What all
   * accounts hear has one address a day, so that a carrier may cache it.
   */
  soundUrl(attemptId: string, sound: FetchedSound): string;
  /**
   * The public address that the carrier calls back, `…/carrier/<name>/<path>`; '' while
   * CARILLON_PUBLIC_URL is not set.
   */
  callbackUrl(path: string): string;
  callbacks: CallbackSource;
  /**
   * Reports the Date of an HTTP response, by which the engine judges its own clock.
   *
   * @param source whose response it is, such as the carrier's name: each has its own clock
   */
  reportDate?: (source: string, received: HttpDate) => void;
}

/** When the request went out and the response came, on `performance.now()`. */
export interface HttpDate {
  date: string | null | undefined;
  asked: RealMs;
  responded: RealMs;
}

/** Every sound except the recording that the carrier itself has just made. */
export type FetchedSound =
  | Sound
  | Exclude<RecordingSound, { kind: 'recorded' }>
  /** One ring and its pause, six seconds, for a customer whose agent is being called. */
  | { kind: 'ringing' };

/** As pino's: the fields as an object, then the line in words. */
export interface CarrierLog {
  info(what: object, words: string): void;
  warn(what: object, words: string): void;
  error(what: object, words: string): void;
}

/** What the API accepted from this carrier by HTTP: its signature was right, and it is stored. */
export interface CallbackSource {
  /**
   * The oldest ones that no other engine holds, at most `most`.
   *
   * @param under their paths begin with one of these
   * @param among `leftFor`: real seconds for which no engine has held them; 0 when absent.
   * `urgent`: only what was kept as urgent, so that it does not wait behind the rest
   */
  take(
    most: number,
    under: readonly string[],
    among?: { leftFor?: number; urgent?: boolean },
  ): Promise<Callback[]>;
  /** Those whose paths contain one of these, whichever engine holds them; does not take them. */
  find(within: readonly string[]): Promise<Callback[]>;
  /** After their effects are committed: they are not returned again. */
  done(ids: readonly number[]): Promise<void>;
}

export interface Callback {
  id: number;
  /** When it was stored. */
  at: RealMs;
  /** Behind `/carrier/<name>/`. */
  path: string;
  fields: Record<string, string>;
}

/** A request from outside; nothing in it is trusted yet. */
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
  /** Signed, but nothing that we asked for. */
  | { kind: 'unknown' }
  | {
      kind: 'taken';
      /**
       * Null: there is nothing to do. `once` is the same when the carrier repeats itself; `urgent`
       * ones can be taken before all others.
       */
      keep: { once: string; fields: Record<string, string>; urgent?: true } | null;
      response: { type: string; body: string };
    };

/** The result of one check; if it is wrong, the text also says what to do. */
export interface CarrierFinding {
  state: 'fine' | 'hint' | 'wrong';
  text: string;
}
