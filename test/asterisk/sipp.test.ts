/** Calls over SIPp as the trunk: how its faults affect the calls and their campaign. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findingsOf } from '../../src/carriers/asterisk/findings.ts';
import { runStatus } from '../../src/contract/campaign.ts';
import { knownCarrierDetail } from '../../src/contract/carrier-detail.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStop } from '../../src/db/queries/campaign-run.ts';
import { readCarrierStates } from '../../src/db/queries/carrier-state.ts';
import { makeLinkback } from '../engine/linkback-world.ts';
import { makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { type AsteriskEngine, addCarrier, runEngine } from './engine.ts';
import { asteriskPrefix } from './prefix.ts';
import { type SippTrunk, type SippWish, sippProgram, startSipp } from './sipp.ts';
import { sippCampaigns } from './sipp-campaigns.ts';
import { ari, freeUdpPort, type Node, startNode } from './site.ts';
import { hostSounds } from './sounds.ts';
import { allRecorded, callByAsterisk, channelsOn, connected, recordsOf } from './world.ts';

const sipp = await sippProgram();
const missing = 'missing' in sipp ? sipp.missing : '';
if (missing !== '') console.log(`Skipped, because there is no SIPp: ${missing}`);

const folder = mkdtempSync(join(tmpdir(), 'carillon-sipp-'));
const silence = new Int16Array(8_000);
let line = 0;
const numbers = (many: number) =>
  Array.from({ length: many }, () => {
    line += 1;
    return `1212201${String(line).padStart(4, '0')}`;
  });

describe.skipIf(missing !== '')('Calls over SIPp', () => {
  let db: Database;
  let node: Node;
  let engine: AsteriskEngine;
  let clientId = 0;
  let message = 0;
  let port = 0;
  let trunk: SippTrunk | undefined;
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    const prefix = await asteriskPrefix();
    if ('missing' in prefix) throw new Error(prefix.missing);
    port = await freeUdpPort();
    const sipPort = await freeUdpPort();
    node = await startNode(prefix.path, join(folder, 'node'), { sipPort, networkPort: port });
    db = await freshDatabase();
    const host = await hostSounds(() => silence);
    clientId = await makeTestClient(db);
    await callByAsterisk(db, clientId);
    message = await makeMessage(db, clientId, 1_000);
    await addCarrier(db, [node], { ringSeconds: '15', detection: 'off' });
    engine = await runEngine({ db, soundUrl: host.urlOf });
    ends.push(engine.stop, host.close, node.kill);
  }, 120_000);

  afterEach(async () => {
    await trunk?.kill();
    trunk = undefined;
  });

  afterAll(async () => {
    for (const end of ends) await end();
    if (!process.env.KEEP_ASTERISK) rmSync(folder, { recursive: true, force: true });
  });

  async function trunkThat(
    scenario: SippWish['scenario'],
    values: Record<string, string> = {},
  ): Promise<SippTrunk> {
    if ('missing' in sipp) throw new Error(sipp.missing);
    trunk = startSipp({ command: sipp.command, folder, port, scenario, values });
    await connected(db);
    return trunk;
  }

  const person = (codec: 'PCMU' | 'PCMA' | 'G729') =>
    trunkThat('answer', { CODEC: codec, PAYLOAD: { PCMU: '0', PCMA: '8', G729: '18' }[codec] });

  const { broadcast, call, stateOf, stopped, resultsOf } = sippCampaigns(() => ({
    ...{ db, clientId, message },
  }));

  /** The findings of `carrier test`. */
  const findings = () => findingsOf({ url: node.url, ...ari }, 'PJSIP/trunk');

  test.each(['PCMU', 'PCMA'] as const)(
    'a person who answers in %s is called once',
    async (codec) => {
      const network = await person(codec);
      const called = numbers(2);
      const results = await resultsOf(called);
      expect(results.map(({ result, note }) => ({ result, note }))).toEqual(
        called.map(() => ({ result: 'person', note: null })),
      );
      expect(network.called().toSorted()).toEqual(called.map((number) => `+${number}`));
    },
  );

  test('an answer without a common codec is no person, costs nothing and has a note', async () => {
    await person('G729');
    const note = { code: 'no_common_codec' };
    expect(await resultsOf(numbers(1))).toEqual([{ result: 'failed', duration: 0, note }]);
  });

  test('busy is busy, and an unanswered phone is given up', async () => {
    await trunkThat('refuse', { STATUS: '486 Busy Here' });
    expect(await resultsOf(numbers(1))).toEqual([{ result: 'busy', duration: 0, note: null }]);
    await trunk?.kill();
    const network = await trunkThat('ring');
    expect(await resultsOf(numbers(1))).toEqual([{ result: 'no_answer', duration: 0, note: null }]);
    expect(network.received('CANCEL')).toBe(1);
  });

  test('each forwarded number has a note, and the other number is not called', async () => {
    const network = await trunkThat('refuse', { STATUS: '302 Moved Temporarily' });
    const called = numbers(30);
    const note = { code: 'forwarded', sip: 302 };
    expect(await resultsOf(called)).toEqual(
      called.map(() => ({ result: 'failed', duration: 0, note })),
    );
    expect(network.called().toSorted()).toEqual(called.map((number) => `+${number}`));
  });

  test.each(['403 Forbidden', '503 Service Unavailable', '401 Unauthorized'])(
    'a trunk that only returns %s gets 20 calls, then the campaign stops with a reason',
    async (status) => {
      const network = await trunkThat('refuse', { STATUS: status });
      const campaign = await broadcast(numbers(45));
      const { reason } = await stopped(campaign);
      expect(reason).toMatchObject({ code: 'trunk_failed', calls: 20 });
      if (status.startsWith('403')) expect(reason).toMatchObject({ note: { sip: 403 } });
      const records = [...(await recordsOf(db, campaign)).values()];
      expect(records.map(({ result }) => result)).toEqual(Array(20).fill('failed'));
      expect(network.called()).toHaveLength(20);
    },
  );

  test('while the trunk is silent the campaign waits, and goes on when it responds', async () => {
    await person('PCMU');
    const campaign = await broadcast(numbers(100));
    await allRecorded(db, campaign, 5);
    await trunk?.kill();
    const waits = await until(async () => {
      const { reason } = await stateOf(campaign);
      return reason?.code === 'waits_for_trunk' ? reason : undefined;
    });
    expect(waits).toEqual({ code: 'waits_for_trunk' });
    await until(async () => {
      const states = await asPlatform(db, readCarrierStates);
      const details = states.flatMap((one) => (one.connected ? [] : one.detailCodes));
      const silent = details.map((detail) => knownCarrierDetail(detail));
      return (
        silent.some((one) => one?.code === 'asterisk_nodes' && one.silent.length === 1) || undefined
      );
    });
    expect(engine.metrics.render()).toContain('carillon_carrier_trunks_silent 1\n');
    expect(await findings()).toContainEqual({
      state: 'wrong',
      text: expect.stringContaining('has the trunk PJSIP/trunk, but the trunk is not responding'),
    });
    // The calls that were in flight when it died.
    await until(async () => {
      const open = await asClient(db, clientId, (tx) =>
        tx.run('SELECT FROM attempt WHERE finished_at IS NULL'),
      );
      return open === 0 || undefined;
    });
    const before = (await recordsOf(db, campaign)).size;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await recordsOf(db, campaign)).size).toBe(before);
    const silent = [...(await recordsOf(db, campaign)).values()].filter((one) => one.note !== null);
    expect(silent.length).toBeLessThan(20);
    await person('PCMU');
    await allRecorded(db, campaign, before + 5);
    expect(engine.metrics.render()).toContain('carillon_carrier_trunks_silent 0\n');
    expect(await findings()).toContainEqual({
      state: 'fine',
      text: `${node.url} has the trunk PJSIP/trunk, and it is responding.`,
    });
    expect((await stateOf(campaign)).status).toBe(runStatus.running);
    await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaign.campaignId));
    await stopped(campaign);
  });

  test('a conversation ends within a minute after both sides have vanished', async () => {
    await person('PCMU');
    const linkback = await makeLinkback(db, {
      ...{ clientId, customerMessage: message, agentMessage: message, machineMessage: null },
      agentCount: 1,
    });
    const [customer = '', agent = ''] = numbers(2);
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET linkback_number = $2 WHERE campaign_id = $1', [
        linkback.campaignId,
        agent,
      ]),
    );
    await call(linkback, [customer]);
    await until(async () => {
      const bridges = await node.cli('bridge show all');
      return /\s2\s/.test(bridges) ? true : undefined;
    });
    // Asterisk sends both legs a new offer when they are connected.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await trunk?.kill();
    const vanished = performance.now();
    const records = await allRecorded(db, linkback, 1, 70);
    expect(performance.now() - vanished).toBeLessThan(60_000);
    expect(records.get(customer)).toMatchObject({ result: 'person', transferred: true });
    expect(await channelsOn(node)).toEqual([]);
  });

  test('a silent trunk that is not checked gets 20 calls, none of them "no answer"', async () => {
    await node.kill();
    const file = join(node.folder, 'etc', 'pjsip.conf');
    const asked = readFileSync(file, 'utf8');
    writeFileSync(file, asked.replace(/^qualify_frequency = \d+$/m, 'qualify_frequency = 0'));
    await node.start();
    await connected(db);
    expect(await findings()).toContainEqual({
      state: 'hint',
      text: expect.stringContaining('Set qualify_frequency'),
    });
    const campaign = await broadcast(numbers(45));
    const note = { code: 'trunk_silent' };
    expect((await stopped(campaign)).reason).toMatchObject({ code: 'trunk_failed', note });
    const records = [...(await recordsOf(db, campaign)).values()];
    expect(records.map((one) => [one.result, one.note])).toEqual(Array(20).fill(['failed', note]));
  });
});
