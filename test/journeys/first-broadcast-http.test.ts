import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Caller, caller } from '../harness/caller.ts';
import { freshDatabase } from '../harness/database.ts';
import { demoPassword, startProgram } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const data = new URL('../data/', import.meta.url);
const contacts = readFileSync(new URL('contacts-5k.csv', data));
const { mapping, phoneColumns, expected } = JSON.parse(
  readFileSync(new URL('contacts-5k.expected.json', data), 'utf8'),
) as {
  mapping: Record<string, string>;
  phoneColumns: string[];
  expected: Record<string, number>;
};

const fieldIds: Record<string, number> = {
  'Phone Number': 0,
  'First Name': 1,
  'Middle Name': 2,
  'Last Name': 3,
  'Date of Birth': 4,
  SSN: 5,
  Address: 6,
  'Address 2': 7,
  City: 8,
  State: 9,
  'Zip Code': 10,
  'External Id': 11,
};

/** The callListMap of the sample file for a campaign. */
function callListMap(headers: string[], campaignId: number) {
  const columns = (names: string[]) =>
    names.map((fieldName) => ({ fieldColumn: headers.indexOf(fieldName), fieldName }));
  const item = (value: string, names: string[]) => ({
    accountField: { id: fieldIds[value], value },
    selectedCallListField: columns(names),
  });
  return {
    callListName: 'Statements, November',
    campaignId,
    delimiter: ',',
    callListMapList: [
      item('Phone Number', phoneColumns),
      ...Object.entries(mapping).map(([field, column]) => item(field, [column])),
    ],
    restriction: { restrictionType: 2, pastXDays: null },
  };
}

interface Named {
  name: string;
}

async function idOf<T extends Named>(me: Caller, path: string, name: string): Promise<T> {
  const row = (await me.get(path)).json<T[]>().find((found) => found.name === name);
  if (!row) throw new Error(`There is no ${name} at ${path}.`);
  return row;
}

/** A manager who has signed in. */
interface Session {
  me: Caller;
  clientId: number;
}

async function signIn(url: string): Promise<Session> {
  const session = (
    await caller(url).post('/api/security/login', {
      code: 'demo',
      username: 'manager',
      password: demoPassword,
    })
  ).json<{ clientId: number; bearerToken: string }>();
  return { me: caller(url, session.bearerToken), clientId: session.clientId };
}

/** Returns the id of a message that can be listened to. */
async function makeMessage({ me, clientId }: Session): Promise<number> {
  const message = new FormData();
  message.append(
    'message',
    JSON.stringify({
      id: 0,
      clientId,
      name: 'November reminder',
      messageSteps: [
        { messageStepType: 4, value: 'This is a reminder about your statement.', ttsVoiceId: 1 },
      ],
    }),
  );
  expect((await me.post('/api/message/0/edit/', message)).status).toBe(200);
  const { id } = await idOf<Named & { id: number }>(
    me,
    `/api/message?clientId=${clientId}`,
    'November reminder',
  );
  const sound = await until(async () => {
    const response = await me.get(`/api/message/${id}/preview/`);
    return response.status === 200 ? response.bytes : undefined;
  });
  expect(sound.subarray(0, 4).toString()).toBe('RIFF');
  expect(sound.readUInt32LE(24)).toBe(8000);
  return id;
}

async function makeCampaign({ me, clientId }: Session, messageId: number): Promise<number> {
  const saved = await me.post('/api/campaign/broadcast/0/edit', {
    campaignId: 0,
    clientId,
    name: 'November statements',
    callsPerMinute: 3000,
    callerIdTypeId: 2,
    callerIdNumber: '(302) 555-0148',
    callerIdName: 'Harbor Regional',
    customerMessageId: messageId,
    machineMessageId: messageId,
  });
  expect(saved.json()).toBe(true);
  const { campaignId } = await idOf<Named & { campaignId: number }>(
    me,
    `/api/campaign/dialer?clientId=${clientId}`,
    'November statements',
  );
  return campaignId;
}

async function upload({ me, clientId }: Session, campaignId: number): Promise<void> {
  const headers = (contacts.toString('utf8').split('\r\n')[0] ?? '')
    .replace('\ufeff', '')
    .split(',');
  const form = new FormData();
  form.append('fileSelect', new Blob([contacts]), 'contacts-5k.csv');
  form.append('callListMap', JSON.stringify(callListMap(headers, campaignId)));
  form.append('headers', JSON.stringify(headers));
  const imported = await me.post(`/api/calllist/upload?clientId=${clientId}`, form);
  expect(imported.json()).toMatchObject(expected);
}

/** The campaign as a manager sees it and runs it. */
function openCampaign({ me, clientId }: Session, campaignId: number) {
  const path = `/api/campaign?clientId=${clientId}`;
  const status = async () =>
    (await idOf<Named & { campaignStatusName: string }>(me, path, 'November statements'))
      .campaignStatusName;
  return {
    stats: async () =>
      (await me.get(`${path}&campaignId=${campaignId}&type=Broadcast`)).json<{
        countTotal: number;
        countTotalCalled: number;
        dncCount: number;
      }>(),
    becomes: (wanted: string, seconds?: number) =>
      until(async () => ((await status()) === wanted ? true : undefined), seconds),
    start: () => me.post(`/api/campaign/${campaignId}/start`, { campaignId }),
    stop: () => me.post(`/api/campaign/${campaignId}/stop`, { campaignId }),
  };
}

/** The reports show every call. */
async function expectReported({ me, clientId }: Session, campaignId: number, called: number) {
  const filters = {
    startTime: {
      filterName: { type: 1 },
      beginDateTime: '2026-11-20T05:00:00Z',
      endDateTime: '2026-11-21T04:59:59Z',
    },
    campaigns: [String(campaignId)],
  };
  const asked = { clientId, numRows: 25, filters };
  const page = (await me.post('/api/reports/cdr', asked)).json<{
    total: number;
    rows: unknown[];
  }>();
  expect(page.rows).toHaveLength(25);
  expect((await me.post('/api/reports/cdrcount', asked)).text).toBe(String(called));
  const nothing = { ...asked, filters: { ...filters, campaigns: ['999999'] } };
  expect((await me.post('/api/reports/cdrcount', nothing)).status).not.toBe(500);
}

/** The carrier placed every call, each to another number. */
function expectPlaced(dataFolder: string, called: number): void {
  const log = readFileSync(join(dataFolder, 'simulated-carrier.jsonl'), 'utf8');
  const placed = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { to: string });
  expect(placed).toHaveLength(called);
  expect(new Set(placed.map(({ to }) => to)).size).toBe(called);
}

test('a first Broadcast by HTTP alone: sign in, message, campaign, list, run, stop, run on, read every call', async () => {
  const program = await startProgram(db);
  expect(program.said()).toContain('no call or text leaves this machine');
  const session = await signIn(program.url);
  const messageId = await makeMessage(session);
  const campaignId = await makeCampaign(session, messageId);
  const campaign = openCampaign(session, campaignId);

  const refused = await campaign.start();
  expect(refused.status).toBe(409);
  expect(refused.json<{ detail: string }>().detail).toContain('no contact list');

  await upload(session, campaignId);
  await campaign.start();
  await campaign.becomes('Running');
  await until(async () => ((await campaign.stats()).countTotalCalled > 200 ? true : undefined));
  await campaign.stop();
  await campaign.becomes('Stopped');
  const atStop = (await campaign.stats()).countTotalCalled;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await campaign.stats()).countTotalCalled).toBe(atStop);

  await campaign.start();
  await campaign.becomes('Completed', 120);
  const total = expected.accountPhonesImported ?? 0;
  // Who answered is called at no other number of the account.
  const { countTotal, countTotalCalled: called, dncCount } = await campaign.stats();
  expect([countTotal, called + dncCount]).toEqual([total, total]);
  expect(dncCount).toBeGreaterThan(0);

  await expectReported(session, campaignId, called);
  expectPlaced(program.dataFolder, called);
  expect(await program.stop()).toBe(0);
}, 240_000);
