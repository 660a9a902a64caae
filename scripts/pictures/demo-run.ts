/** A Carillon as a stranger starts it, with the demo's campaigns at work, for the pictures. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/cli/started-carillon.ts';
import { type Caller, caller } from '../../test/harness/caller.ts';
import { signInDemo } from '../../test/harness/first-campaign.ts';
import { until } from '../../test/harness/until.ts';
import { nodeFlags } from '../runtime.mjs';

export const demoPassword = 'plum kettle 4471 harbor';

export interface DemoRun {
  url: string;
  me: Caller;
  /** A Broadcast that runs. */
  campaignId: number;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export async function startDemo(): Promise<DemoRun> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-pictures-'));
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeFlags, main, 'start'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CARILLON_DATA: dataFolder,
      CARILLON_PORT: String(port),
      CARILLON_METRICS: 'off',
      CARILLON_STOP_GRACE: '0',
      CARILLON_DEMO_PASSWORD: demoPassword,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await until(async () => {
      const ready = await caller(url)
        .get('/health/ready')
        .catch(() => undefined);
      return ready?.status === 200 ? true : undefined;
    }, 120);
    const { me, clientId } = await signInDemo(url, demoPassword);
    const contacts = join(dataFolder, 'demo-contacts.csv');
    // The history is loaded beside the console; its campaigns run when it is there.
    const campaignId =
      process.env.CARILLON_DEMO === 'empty'
        ? await makeCampaigns(me, clientId, contacts)
        : await until(() => runningBroadcast(me, clientId), 180);
    return { url, me, campaignId, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Row {
  campaignId: number;
  name: string;
  campaignType: number;
  campaignStatusName: string;
}

async function runningBroadcast(me: Caller, clientId: number): Promise<number | undefined> {
  const rows = (await me.get(`/api/campaign?clientId=${clientId}`)).json<Row[]>();
  return rows.find((row) => row.campaignType === 1 && row.campaignStatusName === 'Running')
    ?.campaignId;
}

/** In a demo without history: one that calls and one that texts. */
async function makeCampaigns(me: Caller, clientId: number, file: string): Promise<number> {
  const named = async <T extends { name: string }>(path: string, name: string): Promise<T> => {
    const rows = (await me.get(`${path}?clientId=${clientId}`)).json<T[]>();
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`There is no ${name} at ${path}.`);
    return row;
  };
  const message = await named<{ id: number; name: string }>('/api/message', 'Payment reminder');
  const machine = await named<{ id: number; name: string }>('/api/message', 'Answering machine');
  const text = await named<{ id: number; name: string }>('/api/messagetext', 'Payment reminder');
  const numbers = (await me.get(`/api/campaigntext/${clientId}/phonenumbers`)).json<
    { textingPhoneNumberId: number }[]
  >();
  await must(
    me.post('/api/campaign/broadcast/0/edit', {
      ...{ campaignId: 0, clientId, name: 'Payment reminders, December', callsPerMinute: 100 },
      ...{ callerIdTypeId: 2, callerIdNumber: '2125550190', callerIdName: 'Main office' },
      ...{ customerMessageId: message.id, machineMessageId: machine.id },
    }),
  );
  const calls = await named<Row>('/api/campaign/dialer', 'Payment reminders, December');
  await must(
    me.post('/api/campaigntext/0/edit', {
      ...{ campaignId: 0, clientId, name: 'Balance notices by text', textPerMinute: 60 },
      ...{ messageTextId: text.id, sendersNumberId: numbers[0]?.textingPhoneNumberId },
    }),
  );
  const texts = await named<Row>('/api/campaigntext', 'Balance notices by text');
  for (const { campaignId, name } of [texts, calls]) {
    await upload(me, { clientId, campaignId, name: `${name}, list 1`, file });
    await must(me.post(`/api/campaign/${campaignId}/start`, { campaignId }));
  }
  return calls.campaignId;
}

const columns: [id: number, value: string, column: string[]][] = [
  [0, 'Phone Number', ['Phone', 'Mobile']],
  [1, 'First Name', ['First Name']],
  [3, 'Last Name', ['Last Name']],
];

async function upload(
  me: Caller,
  to: { clientId: number; campaignId: number; name: string; file: string },
): Promise<void> {
  const contacts = readFileSync(to.file, 'utf8');
  const headers = (contacts.split('\r\n')[0] ?? '').split(',');
  const form = new FormData();
  form.append('fileSelect', new Blob([contacts]), 'demo-contacts.csv');
  form.append('headers', JSON.stringify(headers));
  const callListMapList = columns.map(([id, value, names]) => ({
    accountField: { id, value },
    selectedCallListField: names.map((fieldName) => ({
      ...{ fieldColumn: headers.indexOf(fieldName), fieldName },
    })),
  }));
  const map = {
    ...{ callListName: to.name, campaignId: to.campaignId, delimiter: ',', callListMapList },
    restriction: { restrictionType: 2, pastXDays: null },
  };
  form.append('callListMap', JSON.stringify(map));
  await must(me.post(`/api/calllist/upload?clientId=${to.clientId}`, form));
}

async function must(asked: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await asked;
  if (status !== 200) throw new Error(`It returned ${status}: ${text}`);
}
