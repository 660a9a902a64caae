import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { sweepUploads } from '../../src/db/queries/call-list-upload.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { leftovers } from './leftovers.ts';
import { mappingOf, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const spoolFolder = mkdtempSync(join(tmpdir(), 'carillon-spool-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(spoolFolder, { recursive: true, force: true });
});

async function startChild() {
  const script = fileURLToPath(new URL('./api-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, db.url, spoolFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [url] = await once(child.stdout, 'data');
  return { child, url: String(url) };
}

/** What the killed process had asked for may go on for a moment. */
async function backendsGone(): Promise<void> {
  const working = () =>
    asOwner(db, (tx) =>
      tx.row(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
      ),
    );
  for (let tries = 0; tries < 200 && (await working()); tries++) await sleep(25);
}

const name = 'x'.repeat(220);
const rows = Array.from({ length: 40_000 }, (_, at) => `${name},212${2_000_000 + at}\n`);
const file = `Name,Phone\n${rows.join('')}`;
const mapping = mappingOf(['Name', 'Phone'], ['Phone'], { 'Last Name': 'Name' });

test.each(['loading', 'restricting', 'finishing'])(
  'a process killed while %s leaves no list and no rows once its lease ran out',
  async (stage) => {
    const client = await makeClient(db);
    const { clientId } = client;
    const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
    const { token } = await api.signIn(client);
    const { child, url } = await startChild();
    const upload = caller(url, token)
      .post('/api/calllist/upload?uploadKey=k', uploadForm(file, { campaignId, mapping }))
      .catch(() => undefined);
    const inStage = () =>
      asClient(db, clientId, (tx) =>
        tx.row(`SELECT 1 FROM call_list WHERE client_id = $1 AND status_id = 2`, [clientId]),
      );
    for (let tries = 0; tries < 2000 && !(await inStage()); tries++) await sleep(2);
    // How far it gets differs from machine to machine; each of the three is some way further on.
    await sleep({ loading: 120, restricting: 300, finishing: 450 }[stage]);
    child.kill('SIGKILL');
    await upload;
    await backendsGone();
    const state = await asClient(db, clientId, (tx) =>
      tx.row<{ done: boolean }>(`SELECT stage = 'done' AS done FROM upload WHERE client_id = $1`, [
        clientId,
      ]),
    );
    await asPlatform(db, (tx) => tx.run(`UPDATE upload SET lease_until = now() - interval '1 s'`));
    await sweepUploads(db);
    const rest = await leftovers(db, clientId);
    // Killed before the commit there is nothing, after it everything.
    if (state?.done) expect(rest).toMatchObject({ lists: 1, entries: 40_000 });
    else expect(rest).toMatchObject({ lists: 0, entries: 0, rejected: 0 });
    expect(readdirSync(spoolFolder)).toEqual([]);
  },
);
