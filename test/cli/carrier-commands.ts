import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import type { TestClient } from '../harness/clients.ts';
import type { TestDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

export const sid = 'AC0123456789abcdef0123456789abcdef';

/** The commands on carriers, with a data folder of their own. Call this at the top of the file. */
export function carrierCommands(db: TestDatabase) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-carrier-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const env = { CARILLON_DATA: folder };
  const carillon = commandsOn(db.url, { env });

  /** Runs a command with lines on its standard input. */
  const withInput = (lines: string[], ...args: string[]) =>
    commandsOn(db.url, { env, input: [...lines] })(...args);

  const add = (name: string, ...more: string[]) =>
    withInput(
      ['topsecret99'],
      ...['carrier', 'add', 'twilio', name, `--account-sid=${sid}`, '--auth-token-stdin', ...more],
    );

  /** Sets a campaign of the client to a run status. */
  const campaign = (client: TestClient, name: string, type: 1 | 3, runStatus: number) =>
    asClient(db, client.clientId, (tx) =>
      tx.run(
        `INSERT INTO campaign (client_id, name, campaign_type, run_status, calls_per_minute)
         VALUES ($1, $2, $3, $4, 60)`,
        [client.clientId, name, type, runStatus],
      ),
    );

  return { env, carillon, withInput, add, campaign };
}
