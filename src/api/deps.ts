/** What the API needs from the outside; main.ts (or a test) puts it together. */
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { EngineDeath } from '#db/queries/engine-kill.ts';
import type { ReportsDatabase } from '#db/reports-database.ts';
import type { TroubleWatch } from '#db/trouble.ts';
import type { Metrics } from '#domain/metrics.ts';
import type { SoundFiles } from '#domain/sound/sound-file.ts';
import type { RememberingSpeaker } from '#domain/speech/remembering-speaker.ts';
import type { Speaker } from '#domain/speech/speaker.ts';
import type { CarrierKind } from '../carriers/kind.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { Provider } from '../oidc/provider.ts';
import type { HubSettings } from './hub/hub-settings.ts';

export interface ApiDeps {
  /** For clients' requests: see databases.ts. */
  db: Database;
  /** Where reports are read; absent: in `db`. */
  reports?: ReportsDatabase;
  /** For work that no client's requests can hold up: sessions, carriers' callbacks, health. */
  platformDb: Database;
  /**
   * The engine's present instant (spec 3 section 12); sessions and throttles use the real clock.
   */
  now: () => Date;
  /** Real milliseconds since the epoch, which codes of authenticator apps go by: for tests. */
  realNow?: () => number;
  log: Logger;
  metrics: Metrics;
  /** Whether this process can write. Absent: not monitored. */
  trouble?: Pick<TroubleWatch, 'database' | 'journal'>;
  /** Seals SSN and date of birth and makes their blind indexes. */
  vault: Vault;
  /** Speaks a step that a manager is writing; it may be shared with the jobs. */
  speaker: Speaker;
  /** Speaks what calls play, which must not wait for managers. */
  callSpeaker: RememberingSpeaker;
  /** Reads sound files that managers upload. */
  soundFiles: SoundFiles;
  /** A folder that uploads may be spooled to; it exists. */
  spoolFolder: string;
  /** The built console; absent when this process serves none. */
  consoleFolder?: string;
  /** Compare every response with its schema and fail when they differ: for tests. */
  checkResponses?: boolean;
  /** Milliseconds that requests in progress are given when the app closes. */
  closePatience?: number;
  /** Milliseconds without a byte of a request's body after which the request is ended. */
  bodyPatience?: number;
  /** Bytes a second below which a body is ended; 500 by default. */
  slowestBody?: number;
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[];
  /** By name, as in carrier.kind; without them no callback is accepted. */
  carrierKinds?: Readonly<Record<string, CarrierKind<unknown>>>;
  /** Address at which carriers reach this API, without a slash at its end. */
  publicUrl?: string | undefined;
  /** Names under which Carillon is reached, beside that of `publicUrl`; none: under any. */
  hostNames?: readonly string[];
  /** Requests may come in clear from anywhere; by default from private networks only. */
  plainHttp?: boolean;
  /** Absent: nothing is mailed. */
  mail?: MailQueue | undefined;
  /** Absent: managers sign in with passwords alone. */
  provider?: Provider | undefined;
  /**
   * What the simulated carrier took of a client's calls and texts by its own log, and how often it took a
   * second one for the same entry. Absent: it is not counted.
   */
  simulatedTally?: (clientId: number) => { taken: number; twice: number };
  /**
   * kill -9 for the engine, which is started again. Absent: this installation's engine cannot be killed from the
   * console.
   */
  killEngine?: () => Promise<EngineDeath>;
  /** Shorter times of the recording hub: for tests. */
  hub?: Partial<HubSettings>;
}
