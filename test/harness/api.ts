import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { buildApp } from '../../src/api/app.ts';
import { openApiDatabases } from '../../src/api/databases.ts';
import type { ApiDeps } from '../../src/api/deps.ts';
import type { Database } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { ringOfKey } from '../../src/db/key-ring.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { rememberingSpeaker } from '../../src/domain/speech/remembering-speaker.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { type Caller, caller } from './caller.ts';
import type { TestClient } from './clients.ts';

/** The real API over a test's database, listening on a port of its own. */
export interface TestApi {
  /** "http://127.0.0.1:41234" */
  url: string;
  /** What the app was built with. */
  deps: ApiDeps;
  /** Asks without a token, as a stranger does. */
  stranger: Caller;
  /** Signs a client's manager in over HTTP; its first one by default. */
  signIn(client: TestClient, manager?: { username: string; password: string }): Promise<Caller>;
  /** What was logged so far, one object for each line. */
  logged: Record<string, unknown>[];
}

/** Starts the API for a test file and closes it after the last test. Call it at the top. */
export async function testApi(db: Database, given: Partial<ApiDeps> = {}): Promise<TestApi> {
  const spoolFolder = mkdtempSync(join(tmpdir(), 'carillon-spool-'));
  const logged: Record<string, unknown>[] = [];
  const speaker = fliteSpeaker();
  db.connection.numberKey = numberKeyOf(ringOfKey(Buffer.alloc(32, 7)).lookups.numbers);
  const { close, ...databases } = openApiDatabases(db);
  const deps: ApiDeps = {
    ...databases,
    now: () => new Date(),
    log: pino({ level: 'debug' }, intoList(logged)),
    metrics: createMetrics(),
    vault: createVault(Buffer.alloc(32, 7)),
    speaker,
    callSpeaker: rememberingSpeaker(speaker, 2 ** 20),
    soundFiles: soundFileReader(),
    spoolFolder,
    checkResponses: true,
    ...given,
  };
  const app = await buildApp(deps);
  afterAll(async () => {
    await app.close();
    await close();
    await deps.speaker.close();
    rmSync(spoolFolder, { recursive: true, force: true });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const stranger = caller(url);
  return {
    url,
    deps,
    stranger,
    logged,
    async signIn({ code, manager: first }, manager = first) {
      const { username, password } = manager;
      const response = await stranger.post('/api/security/login', { code, username, password });
      if (response.status !== 200)
        throw new Error(`Sign-in returned ${response.status}: ${response.text}`);
      return caller(url, response.json<{ bearerToken: string }>().bearerToken);
    },
  };
}

function intoList(lines: Record<string, unknown>[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
}
