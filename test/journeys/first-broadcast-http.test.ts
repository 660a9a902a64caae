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

test('a first Broadcast by HTTP alone: sign in, message, campaign, list, run, stop, run on, read every call', async () => {
  const program = await startProgram(db);
  expect(program.said()).toContain('no call or text leaves this machine');
  const stranger = caller(program.url);
  const session = (
    await stranger.post('/api/security/login', {
      code: 'demo',
      username: 'manager',
      password: demoPassword,
    })
  ).json<{ clientId: number; bearerToken: string }>();
  const me = caller(program.url, session.bearerToken);
  const own = `clientId=${session.clientId}`;

  const message = new FormData();
  message.append(
    'message',
    JSON.stringify({
      id: 0,
      clientId: session.clientId,
      name: 'November reminder',
      messageSteps: [
        { messageStepType: 4, value: 'This is a reminder about your statement.', ttsVoiceId: 1 },
      ],
    }),
  );
  expect((await me.post('/api/message/0/edit/', message)).status).toBe(200);
  const { id: messageId } = await idOf<Named & { id: number }>(
    me,
    `/api/message?${own}`,
    'November reminder',
  );
  const sound = await until(async () => {
    const answer = await me.get(`/api/message/${messageId}/preview/`);
    return answer.status === 200 ? answer.bytes : undefined;
  });
  expect(sound.subarray(0, 4).toString()).toBe('RIFF');
  expect(sound.readUInt32LE(24)).toBe(8000);

  const saved = await me.post('/api/campaign/broadcast/0/edit', {
    campaignId: 0,
    clientId: session.clientId,
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
    `/api/campaign/dialer?${own}`,
    'November statements',
  );

  const refused = await me.post(`/api/campaign/${campaignId}/start`, { campaignId });
  expect(refused.status).toBe(409);
  expect(refused.json<{ detail: string }>().detail).toContain('no contact list');

  const headers = (contacts.toString('utf8').split('\r\n')[0] ?? '')
    .replace('\ufeff', '')
    .split(',');
  const upload = new FormData();
  upload.append('fileSelect', new Blob([contacts]), 'contacts-5k.csv');
  upload.append('callListMap', JSON.stringify(callListMap(headers, campaignId)));
  upload.append('headers', JSON.stringify(headers));
  const imported = await me.post(`/api/calllist/upload?${own}`, upload);
  expect(imported.json()).toMatchObject(expected);

  const stats = async () =>
    (await me.get(`/api/campaign?${own}&campaignId=${campaignId}&type=Broadcast`)).json<{
      countTotal: number;
      countTotalCalled: number;
      dncCount: number;
    }>();
  const status = async () =>
    (
      await idOf<Named & { campaignStatusName: string }>(
        me,
        `/api/campaign?${own}`,
        'November statements',
      )
    ).campaignStatusName;
  const running = async () => ((await status()) === 'Running' ? true : undefined);

  await me.post(`/api/campaign/${campaignId}/start`, { campaignId });
  await until(running);
  await until(async () => ((await stats()).countTotalCalled > 200 ? true : undefined));
  await me.post(`/api/campaign/${campaignId}/stop`, { campaignId });
  await until(async () => ((await status()) === 'Stopped' ? true : undefined));
  const atStop = (await stats()).countTotalCalled;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await stats()).countTotalCalled).toBe(atStop);

  await me.post(`/api/campaign/${campaignId}/start`, { campaignId });
  await until(async () => ((await status()) === 'Completed' ? true : undefined), 120);
  const total = expected.accountPhonesImported ?? 0;
  // Who answered is called at no other number of the account.
  const { countTotal, countTotalCalled: called, dncCount } = await stats();
  expect([countTotal, called + dncCount]).toEqual([total, total]);
  expect(dncCount).toBeGreaterThan(0);

  const filters = {
    startTime: {
      filterName: { type: 1 },
      beginDateTime: '2026-11-20T05:00:00Z',
      endDateTime: '2026-11-21T04:59:59Z',
    },
    campaigns: [String(campaignId)],
  };
  const asked = { clientId: session.clientId, numRows: 25, filters };
  const page = (await me.post('/api/reports/cdr', asked)).json<{
    total: number;
    rows: unknown[];
  }>();
  expect(page.rows).toHaveLength(25);
  expect((await me.post('/api/reports/cdrcount', asked)).text).toBe(String(called));
  const nothing = { ...asked, filters: { ...filters, campaigns: ['999999'] } };
  expect((await me.post('/api/reports/cdrcount', nothing)).status).not.toBe(500);

  const log = readFileSync(join(program.dataFolder, 'simulated-carrier.jsonl'), 'utf8');
  const placed = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { to: string });
  expect(placed).toHaveLength(called);
  expect(new Set(placed.map(({ to }) => to)).size).toBe(called);
  expect(await program.stop()).toBe(0);
}, 240_000);
