import { expect, test } from 'vitest';
import type { CarrierDetail } from '../../src/contract/carrier-detail.ts';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { removeCarrier } from '../../src/db/queries/carrier.ts';
import { readCarrierStates } from '../../src/db/queries/carrier-state.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { addWire, carrierSite, changeWire, wireDown } from './carrier-site.ts';
import { recount } from './recount.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine } from './test-engine.ts';
import { campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

const names = (ports: Iterable<{ name: string }>) => [...ports].map(({ name }) => name).sort();

/** A state with these details. */
const words = (...detailCodes: CarrierDetail[]) => ({
  detail: detailCodes.map(carrierDetailSentence).join(' '),
  detailCodes,
});

async function stateOf(name: string) {
  return (await asPlatform(db, readCarrierStates)).find((one) => one.name === name);
}

test('the simulated carrier is always open; one that is added is opened, one that is changed is opened anew after its closing, one that is removed is closed', async () => {
  const { open, wires } = carrierSite(db);
  await open.follow();
  expect(names(open.carriers.values())).toEqual(['simulated']);
  await addWire(db, 'followed', 'one.example.net', 'topsecret');
  await open.follow();
  await open.follow();
  expect(names(open.carriers.values())).toEqual(['followed', 'simulated']);
  expect(names(open.textCarriers.values())).toEqual(['simulated']);
  expect(wires).toMatchObject([{ settings: { host: 'one.example.net', password: 'topsecret' } }]);
  // What it does not support has no port; a missing carrier has a disconnected one.
  expect(open.recordingCarriers.get('followed')).toBeUndefined();
  expect(open.recordingCarriers.get('another')?.connected()).toBe(false);
  const port = open.carriers.get('followed');
  await changeWire(db, 'followed', 'two.example.net');
  await open.follow();
  expect(wires).toMatchObject([
    { closed: true },
    { closed: false, settings: { host: 'two.example.net' } },
  ]);
  // Who holds the port holds the carrier that is open now.
  expect(open.carriers.get('followed')).toBe(port);
  expect(port?.connected()).toBe(true);
  await asPlatform(db, (tx) => removeCarrier(tx, 'followed'));
  await open.follow();
  expect(wires.every(({ closed }) => closed)).toBe(true);
  expect(port?.connected()).toBe(false);
  expect(await port?.place([{ attemptId: '1', to: '1', callerId: { kind: 'default' } }])).toEqual([
    { kind: 'rejected', note: { code: 'disconnected' }, retryable: true },
  ]);
  await open.close();
});

test('what the engine says of a call or text that waits reaches the carrier that is open now', async () => {
  const { open } = carrierSite(db);
  await addWire(db, 'asking', 'one.example.net');
  await open.follow();
  const no = () => false;
  const call = { attemptId: '1-1-1', to: '12125550100', callerId: { kind: 'default' } } as const;
  const until = simMs(Number.POSITIVE_INFINITY);
  const text = { textId: '1-1-1', from: '12125550101', to: '12125550100', body: 'Hello', until };
  const voice = open.carriers.get('asking');
  const texts = open.textCarriers.get('simulated');
  const later = [{ kind: 'rejected', retryable: true }];
  expect(await voice?.place([call], no)).toMatchObject(later);
  expect(await texts?.submit([text], no)).toMatchObject(later);
  expect(await voice?.place([call])).toMatchObject([{ kind: 'accepted' }]);
  expect((await texts?.submit([text]))?.[0]?.kind).toBe('accepted');
  await open.close();
  await asPlatform(db, (tx) => removeCarrier(tx, 'asking'));
});

test('a secret stands nowhere in the database in clear', async () => {
  await addWire(db, 'sealed', 'one.example.net', 'topsecret');
  const row = await asOwner(db, (tx) =>
    tx.row<{ text: string }>("SELECT carrier::text AS text FROM carrier WHERE name = 'sealed'"),
  );
  const hex = Buffer.from('topsecret').toString('hex');
  expect(row?.text).toContain('one.example.net');
  expect(row?.text).not.toContain('topsecret');
  expect(row?.text).not.toContain(hex);
  await asPlatform(db, (tx) => removeCarrier(tx, 'sealed'));
});

test('a carrier that cannot be opened is disconnected and says why, and keeps no other from working', async () => {
  const { open, metrics } = carrierSite(db);
  await addWire(db, 'a-bad-host', 'no host');
  await addWire(db, 'b-refused', 'refused');
  await addWire(db, 'c-good', 'one.example.net');
  // The alert that counts these is not to ring for a spare one.
  const { clientId } = await makeClient(db);
  await asPlatform(db, (tx) =>
    setCarrierChoice(tx, clientId, { voice: 'c-good', text: 'b-refused' }),
  );
  await open.follow();
  await open.report(true);
  expect(await stateOf('a-bad-host')).toMatchObject({
    connected: false,
    ...words({ code: 'settings_invalid' }),
  });
  expect(await stateOf('b-refused')).toMatchObject({
    connected: false,
    ...words({ code: 'not_opened', said: 'The host does not take this password.' }),
  });
  expect(await stateOf('c-good')).toMatchObject({ connected: true, detail: '', detailCodes: [] });
  expect(metrics.render()).toMatch(/^carillon_carriers_disconnected 1$/m);
  expect(metrics.render()).toContain('\ncarillon_carrier_connected{carrier="b-refused"} 0\n');
  expect(metrics.render()).toContain('\ncarillon_carrier_connected{carrier="c-good"} 1\n');
  expect(metrics.render()).not.toContain('carrier="a-bad-host"');
  // Mended, it is opened.
  await changeWire(db, 'b-refused', 'two.example.net');
  await open.follow();
  await open.report(false);
  expect(await stateOf('b-refused')).toMatchObject({
    connected: true,
    detail: '',
    detailCodes: [],
  });
  await open.close();
});

test('a change of the connection is reported with its time; engines are counted; without one the state says that none runs', async () => {
  const one = carrierSite(db, 'engine-1');
  const two = carrierSite(db, 'engine-2');
  await addWire(db, 'reported', 'one.example.net');
  const both = [one, two];
  for (const { open } of both) {
    await open.follow();
    await open.report(true);
  }
  const before = await stateOf('reported');
  expect(before).toMatchObject({ connected: true, detail: '', detailCodes: [] });
  for (const { open } of both) await open.report(true);
  expect((await stateOf('reported'))?.since).toBe(before?.since);
  const wire = one.wires.find(({ name }) => name === 'reported');
  if (wire) wire.up = false;
  await one.open.report(false);
  expect(await stateOf('reported')).toMatchObject({
    connected: true,
    ...words({ code: 'partly_connected', connected: 1, engines: 2 }, wireDown),
  });
  await two.open.close();
  const away = await stateOf('reported');
  expect(away).toMatchObject({ connected: false, ...words(wireDown) });
  expect(Date.parse(away?.since ?? '')).toBeGreaterThan(Date.parse(before?.since ?? ''));
  await one.open.close();
  expect(await stateOf('reported')).toEqual({
    name: 'reported',
    kind: 'wire',
    connected: false,
    since: null,
    ...words({ code: 'no_engine' }),
  });
});

test('an engine begins when its carriers are connected, and reports that before its first campaign; one that cannot be opened does not hold it up', async () => {
  const names = ['slow', 'refused'] as const;
  for (const host of names) await addWire(db, `start-${host}`, host);
  const { deps } = carrierSite(db, 'starting');
  const { metrics: _, ...rest } = deps;
  const running = await startCarriers({ ...rest, metrics: createMetrics() });
  expect(await stateOf('start-slow')).toMatchObject({ connected: true });
  expect(await stateOf('start-refused')).toMatchObject({ connected: false });
  expect(running.carriers.get('start-slow')?.connected()).toBe(true);
  // What changes while it runs is followed without being asked for.
  await asPlatform(db, (tx) => removeCarrier(tx, 'start-slow'));
  await until(() => !running.carriers.get('start-slow')?.connected() || undefined);
  await running.stop();
  expect(await stateOf('simulated')).toMatchObject(words({ code: 'no_engine' }));
});

/** As if it had said nothing for longer than an engine that is alive may. */
const killed = (engineName: string) =>
  asOwner(db, (tx) =>
    tx.run(
      `UPDATE carrier_state SET seen_at = seen_at - interval '11 seconds' WHERE engine_id = $1`,
      [engineName],
    ),
  );

test('an engine that was killed is gone for the others after seconds', async () => {
  const { open } = carrierSite(db, 'killed');
  await open.follow();
  await open.report(true);
  await killed('killed');
  expect(await stateOf('simulated')).toMatchObject(words({ code: 'no_engine' }));
  await open.close();
});

test('an engine that takes over calls while the carrier is disconnected ends them there when it is back, and calls nobody twice', async () => {
  const first = carrierSite(db, 'engine-1');
  const second = carrierSite(db, 'engine-2');
  await addWire(db, 'taken-over', 'one.example.net');
  for (const { open } of [first, second]) await open.follow();
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 40 });
  await asPlatform(db, (tx) =>
    setCarrierChoice(tx, clientId, { voice: 'taken-over', text: 'simulated' }),
  );
  await first.open.report(true);
  await requestStart(db, clientId, campaignId);
  const placed: string[] = [];
  const engineOn = (site: typeof first) => {
    const port = site.open.carriers.get('taken-over');
    if (!port) throw new Error('no port');
    const place: typeof port.place = (calls) => {
      placed.push(...calls.map(({ attemptId }) => attemptId));
      return port.place(calls);
    };
    const carriers = new Map([['taken-over', { ...port, place }]]);
    return makeEngine(db, { clock: site.clock, deps: { carriers } });
  };
  await engineOn(first).run(5_000);
  const inProgress = [...placed];
  expect(inProgress.length).toBeGreaterThan(2);
  // The first one is killed here: its calls are still up.
  await killed('engine-1');
  await leasesRunOut(db);
  const wire = second.wires.find(({ name }) => name === 'taken-over');
  if (!wire) throw new Error('no wire');
  wire.up = false;
  const successor = engineOn(second);
  await successor.run(1_000);
  expect(await recount(db, clientId)).toMatchObject({ openAttempts: 0 });
  expect(wire.hungUp).toEqual([]);
  wire.up = true;
  await successor.run(500);
  expect(wire.hungUp.sort()).toEqual(expect.arrayContaining(inProgress.sort()));
  await successor.runUntil(async () => (await campaignState(db, campaign)).completed);
  expect(new Set(placed).size).toBe(placed.length);
  await successor.engine.stop();
  for (const { open } of [first, second]) await open.close();
});
