/** Carillon's side of bench/smpp.ts: a text campaign by the real engine, its SMPP carrier and a database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openSmpp } from '../src/carriers/smpp/carrier.ts';
import { smppSettings } from '../src/carriers/smpp/settings.ts';
import { asClient, asPlatform, type Database } from '../src/db/database.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { seededRandom } from '../src/domain/random.ts';
import { makeTexting } from '../test/engine/text-world.ts';
import { makeList } from '../test/engine/world.ts';
import { type Site, siteClock, startSiteEngine, withSite } from './engine-site.ts';
import type { GatewayRun, GatewayTexts } from './smpp-kannel.ts';

/** Without another result for so long, no further one is expected. */
const patience = 20_000;

/** From the campaign's start to its last result; a fresh database. */
export function campaignRun(run: GatewayTexts): Promise<GatewayRun> {
  return withSite('smpp', (site) => runOn(site, run));
}

async function runOn(site: Site, { texts, window, smscPort }: GatewayTexts): Promise<GatewayRun> {
  const { db } = site;
  const clock = siteClock(1);
  const campaign = await makeTexting(db, {
    textPerMinute: 1_000_000,
    message: 'Your account is due, [first_name]. Reply STOP to opt out.',
  });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: texts });
  await asPlatform(db, (tx) => tx.run(`UPDATE client SET text_carrier = 'smpp'`));
  const settings = smppSettings.parse({
    ...{ host: '127.0.0.1', port: smscPort, systemId: 'bench', password: 'bench', window },
  });
  const log = { info() {}, warn() {}, error() {} };
  const around = { name: 'smpp', engineName: 'bench', log, dataFolder: site.folder, clock };
  const route = openSmpp(settings, { ...around, randomOf: seededRandom });
  const engine = startSiteEngine(site, clock, { text: route.text });
  while (!route.text.connected()) await sleep(10);
  await sayConnected(db);
  const began = performance.now();
  await requestStart(db, clientId, campaignId);
  let ended = 0;
  let last = performance.now();
  while (ended < texts && performance.now() - last < patience) {
    await sleep(100);
    const now = await recorded(db, clientId);
    if (now > ended) last = performance.now();
    ended = now;
  }
  const run = { seconds: (last - began) / 1_000, untold: texts - ended };
  await engine.stop();
  await route.close();
  return run;
}

async function recorded(db: Database, clientId: number): Promise<number> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ n: number }>(
      'SELECT count(*)::int AS n FROM attempt WHERE client_id = $1 AND result IS NOT NULL',
      [clientId],
    ),
  );
  return row?.n ?? 0;
}

/** As an engine reports the carriers that it has open; a campaign is not started without it. */
async function sayConnected(db: Database): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.run(`INSERT INTO carrier (name, kind) VALUES ('smpp', 'smpp')`);
    await tx.run(
      `INSERT INTO carrier_state (carrier_id, engine_id, connected, since, seen_at)
       SELECT carrier_id, 'bench', true, now(), now() + interval '1 hour' FROM carrier`,
    );
  });
}
