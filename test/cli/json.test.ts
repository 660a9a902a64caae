import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScrubDouble } from '../../scripts/dev/scrub-double.ts';
import { carrierKinds } from '../../src/carriers/index.ts';
import { commandsWith } from '../../src/cli/commands/all.ts';
import { keyIdOf, ringOfKey, ringText, withNewKey } from '../../src/db/key-ring.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { speechKinds } from '../../src/speech/index.ts';
import { makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { startSpeechServer } from '../harness/speech-server.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'carillon-json-'));
const env = { CARILLON_DATA: folder, CARILLON_METRICS: 'off' };
const carillon = commandsOn(db.url, { env });
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
/** Nothing may be connected to the database that is restored into. */
const elsewhere = commandsOn((await freshDatabase()).url, { env: { CARILLON_DATA: folder } });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const surroundings = () => {
  throw new Error('No carrier is opened here.');
};
const commands = commandsWith(
  { kinds: carrierKinds, surroundings },
  { kinds: speechKinds, soundFiles: soundFileReader },
);

const file = join(folder, 'numbers.txt');
const backup = join(folder, 'all.backup');
/** A key that never sealed can be dropped at once. */
const formerKey = Buffer.alloc(32, 5);
const former = keyIdOf(formerKey);

/** The arguments of each command that shows something, beside `--json`. */
const words: Record<string, string[]> = {
  'client calls': ['json'],
  'client carrier': ['json'],
  'retention set': ['json', '--calls=2000'],
  'manager list': ['json'],
  'bucket list': ['json'],
  'carrier test': ['simulated'],
  'speech test': ['tone'],
  'scrub test': ['double'],
  'dnc import': ['json', file],
  'policy list': ['--client=json'],
  'policy presets': ['--client=json'],
  'lint list': ['--client=json'],
  'retention run': ['--dry-run'],
  backup: [backup],
  restore: [backup, '--yes'],
  stop: ['--list'],
  'key drop': [former, '--yes'],
  'person show': ['2125550101'],
  'person erase': ['2125550199'],
};

beforeAll(async () => {
  writeFileSync(file, '212-555-0101\n');
  const ring = withNewKey(ringOfKey(formerKey), new Date('2026-11-28T01:00:00Z'));
  writeFileSync(join(folder, 'carillon.key'), ringText(ring), { mode: 0o600 });
  await carillon('client', 'add', 'json', 'Json');
  // Its first use makes the newest key the one that seals.
  await carillon('person', 'show', '2125550101');
  await carillon('manager', 'add', 'json', 'ann', 'ann@example.com');
  await carillon('bucket', 'add', 'json', 'Main', '212-555-0102');
  await carillon('number', 'add', 'json', '212-555-0103');
  const { url } = await startSpeechServer();
  await carillon(
    'speech',
    'add',
    'openai',
    'tone',
    `--address=${url}`,
    '--private',
    '--voices=ann=Ann',
  );
  const double = await startScrubDouble({ key: 'secret' });
  closing.push(double.close);
  const options = [`--url=${double.url}`, '--private', '--key-stdin'];
  await commandsOn(db.url, { env, input: ['secret'] })('scrub', 'add', 'double', ...options);
});

const shows = commands.filter((command) => command.shows);

test('every command that lists something is marked as one that shows, and has --json', () => {
  const listed = commands.filter(({ name }) => / list$/.test(name)).map(({ name }) => name);
  const known = ['campaign list', 'config', 'doctor', 'engines', 'retention', 'status', 'stop'];
  const names = shows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...listed, ...known]));
  expect(names).toEqual(
    expect.arrayContaining([
      ...['backup', 'client calls', 'client carrier', 'dnc import', 'restore', 'restore reconcile'],
      'retention set',
    ]),
  );
  expect(shows.filter(({ options }) => !options.json)).toEqual([]);
  expect(commands.filter(({ options, shows: marked }) => options.json && !marked)).toEqual([]);
});

test.each(shows.map(({ name }) => name))('"%s --json" prints one JSON document', async (name) => {
  const command = name === 'restore' ? elsewhere : carillon;
  const { out, code, err } = await command(...name.split(' '), ...(words[name] ?? []), '--json');
  expect(() => JSON.parse(out), `${out}\n${err}`).not.toThrow();
  // These two report what is wrong in an empty folder.
  expect(['doctor', 'status'].includes(name) ? 0 : code, err).toBe(0);
});

test('names are in camelCase and instants in ISO 8601, in every list', async () => {
  const clients = JSON.parse((await carillon('client', 'list', '--json')).out);
  expect(clients).toEqual([
    {
      ...{ clientId: expect.any(Number), code: 'json', name: 'Json', minuteCostDollars: 0 },
      ...{ callingHours: null, cap: expect.anything(), countries: expect.any(Array), managers: 1 },
      ...{ stopScope: 'account', leastGapHours: 4, secondFactorRequired: false, disabledAt: null },
      ...{ maxCallsADay: null, maxTextsADay: null, maxCostADayDollars: null },
      ...{ launchApproval: false, purpose: 'sales', spokenName: null },
      abandonment: null,
      ...{ brake: {}, demo: false },
    },
  ]);
  const [{ clientId }] = clients;
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 7 });
  const [one, ...more] = JSON.parse((await carillon('campaign', 'list', 'json', '--json')).out);
  expect(more).toEqual([]);
  expect(one).toEqual({
    ...{ campaignId: campaign.campaignId, client: 'json', name: expect.any(String) },
    ...{ type: 'Broadcast', status: 'Stopped', attempted: 0, total: 7 },
    ...{ reason: null, reasonCode: null },
    ...{ callsPerMinute: 60, pacing: null, callRatio: null, textPerMinute: null },
    ...{ agentCount: null, agentsOnDuty: null },
    ...{ carrier: 'simulated', engine: null, nextStart: null },
  });
  const table = (await carillon('campaign', 'list')).out;
  expect(table).toMatch(/ID +CLIENT +NAME +TYPE +STATUS +DONE +RATE +CARRIER +ENGINE +NEXT START/);
  expect(table).toMatch(/json +Campaign \d+ +Broadcast +Stopped +0\/7 +60 calls\/min +simulated/);
  expect((await carillon('campaign', 'list', '--running')).out).toBe('No campaign is started.');
  const numbers = JSON.parse((await carillon('number', 'list', '--json')).out);
  expect(numbers).toMatchObject([{ client: 'json', phone: '12125550103', kind: 'long-code' }]);
  const checked = await carillon('backup', '--check', backup, '--json');
  expect(JSON.parse(checked.out)).toMatchObject({ file: backup, whole: true });
  const carriers = await carillon('client', 'carrier', 'json', '--json');
  expect(JSON.parse(carriers.out)).toEqual({
    client: 'json',
    voice: 'simulated',
    text: 'simulated',
  });
  const kept = await carillon('retention', 'set', 'json', '--calls=keep', '--texts=2000', '--json');
  expect(JSON.parse(kept.out)).toEqual({ client: 'json', days: { calls: null, texts: 2000 } });
  const [stop] = await stopped();
  expect(stop).toEqual({
    ...{ scope: 'client', client: 'json', carrier: null, reason: 'Why not', setBy: 'operator' },
    ...{ since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), stoppedBy: expect.any(String) },
  });
});

async function stopped() {
  const { out } = await carillon('stop', '--client=json', '--reason=Why not', '--json');
  return JSON.parse(out);
}

test('an error is a sentence on standard error and an exit code, with --json too', async () => {
  const unknown = await carillon('campaign', 'list', 'nobody', '--json');
  expect(unknown).toMatchObject({ code: 1, out: '' });
  expect(unknown.err).toContain('There is no client with the code "nobody".');
  expect(await carillon('client', 'list', '--jsno')).toMatchObject({ code: 2, out: '' });
});
