/**
 * The carriers that this engine has open. They follow the operator's table: an added carrier is
 * opened, a changed one reopened, a removed one closed. One that cannot be opened is disconnected,
 * reports why, and does not keep the others from working.
 */
import type { Logger } from 'pino';
import {
  type CarrierKind,
  type CarrierSurroundings,
  type OpenCarrier,
  storedSettings,
} from '#carriers/kind.ts';
import type { VoiceCarrier } from '#carriers/port.ts';
import type { RecordingCarrier } from '#carriers/recording-port.ts';
import type { TextCarrier } from '#carriers/text-port.ts';
import type { CarrierDetail } from '#contract/carrier-detail.ts';
import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { listCarriers, openedSettings, type StoredCarrier } from '#db/queries/carrier.ts';
import {
  dropCarrierStates,
  type EngineCarrierState,
  writeCarrierStates,
} from '#db/queries/carrier-state.ts';
import { carriersInUse } from '#db/queries/carrier-use.ts';
import { loggedCarrierDetail } from '#domain/carrier-words/detail-sentences.ts';
import type { Metrics } from '#domain/metrics.ts';
import type { ByName } from '../deps.ts';
import { liveRecording, liveText, liveVoice } from './live-ports.ts';

export interface OpenCarriersDeps {
  db: Database;
  vault: Vault;
  log: Logger;
  metrics: Metrics;
  /** By name, as in carrier.kind. */
  kinds: Readonly<Record<string, CarrierKind<unknown>>>;
  surroundingsOf(name: string): CarrierSurroundings;
  /** Names this engine in carrier_state. */
  engineName: string;
}

export interface OpenCarriers {
  /** As in client.voice_carrier. A name without a carrier has a disconnected port. */
  carriers: ByName<VoiceCarrier>;
  textCarriers: ByName<TextCarrier>;
  recordingCarriers: ByName<RecordingCarrier>;
  /** Opens and closes carriers as the table says now. @throws when the database is down */
  follow(): Promise<void>;
  /** Whether each that could be opened is connected. */
  allConnected(): boolean;
  /** Stores the state of each, if it has changed or `always`. @throws as `follow` does */
  report(always: boolean): Promise<void>;
  /** Asks those that know it for the time of day; they report it as `reportedDate`. */
  askDates(): void;
  /** Closes all of them and deletes this engine's states. */
  close(): Promise<void>;
}

/** One carrier of the table; `fault` says why it could not be opened. */
type Held = { stored: StoredCarrier } & (
  | { open: OpenCarrier; fault?: undefined }
  | { open?: undefined; fault: CarrierDetail }
);

export function createOpenCarriers(deps: OpenCarriersDeps): OpenCarriers {
  const { db, log, engineName } = deps;
  const held = new Map<string, Held>();
  let reported = '';
  /** Names of those that carry a client's calls or texts. */
  let used = new Set<string>();
  const inUse = () => [...held.values()].filter(({ stored }) => used.has(stored.name));

  deps.metrics.gaugeOf(
    'carillon_carriers_disconnected',
    'Carriers that clients use and that this engine is not connected to.',
    () => inUse().filter((one) => !stateOf(one).connected).length,
  );

  deps.metrics.gaugesOf(
    'carillon_carrier_connected',
    'Whether this engine is connected to a carrier that clients use.',
    () =>
      inUse().map((one) => ({
        labels: { carrier: one.stored.name },
        value: stateOf(one).connected ? 1 : 0,
      })),
  );

  deps.metrics.gaugeOf(
    'carillon_carrier_trunks_silent',
    'Trunks that do not respond, of carriers that are connected themselves.',
    () => [...held.values()].reduce((sum, { open }) => sum + (open?.trunksDown?.() ?? 0), 0),
  );

  async function close(name: string): Promise<void> {
    const one = held.get(name);
    held.delete(name);
    await one?.open?.close().catch((error) => {
      log.warn({ err: error, carrier: name }, 'could not close a carrier cleanly');
    });
  }

  /** Closes first, because the carrier may not allow two connections of one account. */
  async function renew(stored: StoredCarrier): Promise<void> {
    await close(stored.name);
    const one = opened(deps, stored);
    held.set(stored.name, one);
    const { name: carrier, kind } = stored;
    if (!one.fault) log.info({ carrier, kind }, 'carrier opened');
    else log.error({ carrier, fault: loggedCarrierDetail(one.fault) }, 'could not open a carrier');
  }

  return {
    carriers: livePorts(held, (open) => open.voice, liveVoice),
    textCarriers: livePorts(held, (open) => open.text, liveText),
    recordingCarriers: livePorts(held, (open) => open.recording, liveRecording),
    async follow() {
      const stored = await asPlatform(db, async (tx) => {
        used = new Set(await carriersInUse(tx));
        return listCarriers(tx);
      });
      const names = new Set(stored.map(({ name }) => name));
      for (const name of [...held.keys()]) if (!names.has(name)) await close(name);
      for (const one of stored) {
        if (!isSame(held.get(one.name)?.stored, one)) await renew(one);
      }
    },
    allConnected: () => [...held.values()].every((one) => !one.open || stateOf(one).connected),
    askDates() {
      for (const { open } of held.values()) open?.askDate?.();
    },
    async report(always) {
      const states = [...held.values()].map(stateOf);
      const now = JSON.stringify(states);
      if (!always && now === reported) return;
      await asPlatform(db, (tx) => writeCarrierStates(tx, engineName, states));
      reported = now;
    },
    async close() {
      for (const name of [...held.keys()]) await close(name);
      await asPlatform(db, (tx) => dropCarrierStates(tx, engineName));
    },
  };
}

function opened(deps: OpenCarriersDeps, stored: StoredCarrier): Held {
  const { kinds, vault, surroundingsOf } = deps;
  const kind = kinds[stored.kind];
  if (!kind) return { stored, fault: { code: 'unknown_kind', kind: stored.kind } };
  try {
    const settings = storedSettings(kind, openedSettings(vault, stored));
    if (!settings.success) return { stored, fault: { code: 'settings_invalid' } };
    return { stored, open: kind.open(settings.data, surroundingsOf(stored.name)) };
  } catch (error) {
    return { stored, fault: { code: 'not_opened', said: (error as Error).message } };
  }
}

function isSame(one: StoredCarrier | undefined, other: StoredCarrier): boolean {
  return one?.carrierId === other.carrierId && one.updated.getTime() === other.updated.getTime();
}

/** A carrier is connected when all its ports are. */
function stateOf({ stored, open, fault }: Held): EngineCarrierState {
  const { carrierId, updated: settingsAt } = stored;
  if (!open) return { carrierId, connected: false, settingsAt, detail: fault };
  const ports = [open.voice, open.text, open.recording].filter((port) => port !== undefined);
  const connected = ports.every((port) => port.connected());
  return { carrierId, connected, settingsAt, detail: open.detail() };
}

/**
 * A port is made on first use and stays the same from then on. An open carrier that does not
 * support this kind of port has none.
 */
function livePorts<Port>(
  held: ReadonlyMap<string, Held>,
  portOf: (open: OpenCarrier) => Port | undefined,
  live: (name: string, current: () => Port | undefined) => Port,
): ByName<Port> {
  const made = new Map<string, Port>();
  const current = (name: string) => {
    const open = held.get(name)?.open;
    return open && portOf(open);
  };
  const portOfName = (name: string): Port => {
    const known = made.get(name) ?? live(name, () => current(name));
    made.set(name, known);
    return known;
  };
  return {
    get: (name) => (held.get(name)?.open && !current(name) ? undefined : portOfName(name)),
    values: () => [...held.keys()].filter((name) => current(name) !== undefined).map(portOfName),
  };
}
