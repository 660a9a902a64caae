/**
 * Keeps a running process in step with the key file and with the key that seals: without a restart it
 * takes a new ring, reports what it knows, and begins to seal with the newest key once every process
 * knows it (docs/decisions/078-key-rotation.md).
 */
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import { createVault, type Unreadable, type Vault } from '#db/encryption.ts';
import type { KeyRing } from '#db/key-ring.ts';
import type { SealState } from '#db/key-set.ts';
import { beginSealing, readSealing, type Sealing, shareSealing } from '#db/queries/data-key.ts';
import type { ProcessSelf } from '#db/queries/process.ts';
import { Refusal } from '../command.ts';
import { type KeySettings, wrongKey } from './data-key.ts';
import { keySource, readRing } from './key-file.ts';

/** Milliseconds between two log lines about values that do not open. */
const loggedEvery = 60_000;

export interface KeyWatch {
  readonly vault: Vault;
  /** Takes the file if it has changed, and says what this process knows. */
  known(): NonNullable<ProcessSelf['keys']>;
  /** Inside the report of this process: which key seals now. */
  asked(tx: Tx): Promise<Sealing>;
  /**
   * After it: seals with that key, and makes the newest one seal when it is time.
   *
   * @throws Refusal the first time, when the key that seals is missing
   */
  follow(sealing: Sealing): Promise<void>;
}

export function watchKeys(
  state: SealState,
  { settings, db, log }: { settings: KeySettings; db: Database; log: Logger },
): KeyWatch {
  const source = keySource(settings);
  let seen = stampOf(source.path);
  let said = '';
  let unreadable = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let isKnown = false;

  const complain = (sentence: string) => {
    if (sentence !== said) log.error({ path: source.path }, sentence);
    said = sentence;
  };
  /** The file's ring, unless it lacks the key that seals. */
  const newRing = (): KeyRing | undefined => {
    const stamp = stampOf(source.path);
    if (stamp === seen) return undefined;
    try {
      const ring = readRing(source);
      if (!ring) throw new Refusal(`${source.path} is missing.`);
      const { sealing } = vault.state;
      if (!ring.keys.some(({ id }) => id === sealing)) {
        throw new Refusal(wrongKey(source, ring, sealing));
      }
      seen = stamp;
      said = '';
      log.info({ keys: ring.keys.map(({ id }) => id) }, 'read the key file again');
      return ring;
    } catch (error) {
      complain((error as Error).message);
      return undefined;
    }
  };
  const reread = () => {
    const ring = newRing();
    return ring && { ...vault.state, ring };
  };
  const onUnreadable = ({ place, message }: Unreadable) => {
    unreadable += 1;
    const now = performance.now();
    if (now - loggedAt < loggedEvery) return;
    loggedAt = now;
    log.error({ place, unreadable }, `a sealed value cannot be read: ${message}`);
  };
  const vault = createVault(state, { reread, onUnreadable });

  return {
    vault,
    known() {
      const next = reread();
      if (next) vault.replace(next);
      const { ring, sealing } = vault.state;
      return { known: ring.keys.map(({ id }) => id), sealsWith: sealing, unreadable };
    },
    async asked(tx) {
      await shareSealing(tx);
      return readSealing(tx);
    },
    async follow({ keyId, opensUnbound }) {
      const { ring, sealing } = vault.state;
      if (keyId === null) return;
      if (!ring.keys.some(({ id }) => id === keyId)) {
        const sentence = wrongKey(source, ring, keyId);
        // It began to seal while this process started, which would meet values that it cannot open.
        if (!isKnown) throw new Refusal(sentence);
        complain(sentence);
        return;
      }
      isKnown = true;
      if (keyId !== sealing || opensUnbound !== vault.state.opensUnbound) {
        vault.replace({ ring, sealing: keyId, opensUnbound });
        log.info({ key: keyId, opensUnbound }, 'sealing with this key');
      }
      const newest = ring.keys[0]?.id;
      if (newest !== keyId) await asPlatform(db, (tx) => beginSealing(tx, () => newest));
    },
  };
}

/** Changes with the file; a secret store replaces what its link points to. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : '';
}
