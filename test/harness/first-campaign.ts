/** The README's first campaign over HTTP, on a Carillon that runs as a process of its own. */
import { type Caller, caller } from './caller.ts';
import { until } from './until.ts';

export interface FirstCampaign {
  me: Caller;
  clientId: number;
  campaignId: number;
  /** Numbers of the list. */
  numbers: number;
  /** Its status by name, such as "Running". */
  status(): Promise<string>;
  /** Calls that the Call Detail Report has of it, of whatever day. */
  callsInReport(): Promise<number>;
}

interface Named {
  name: string;
}

/** Signs the demo client's manager in. */
export async function signInDemo(url: string, password: string) {
  const login = { code: 'demo', username: 'manager', password };
  const response = await caller(url).post('/api/security/login', login);
  if (response.status !== 200)
    throw new Error(`Sign-in returned ${response.status}: ${response.text}`);
  const { clientId, bearerToken } = response.json<{ clientId: number; bearerToken: string }>();
  return { me: caller(url, bearerToken), clientId };
}

/**
 * Message, Broadcast, list and start, as a manager does it.
 *
 * @param contacts a CSV file with the columns of the demo client's
 */
export async function startFirstCampaign(
  url: string,
  password: string,
  contacts: string,
  {
    callsPerMinute = 3_000,
    beforeStart = async () => {},
  }: { callsPerMinute?: number; beforeStart?: (me: Caller) => Promise<void> } = {},
): Promise<FirstCampaign> {
  const { me, clientId } = await signInDemo(url, password);
  const own = `clientId=${clientId}`;
  const find = async <T extends Named>(path: string, name: string): Promise<T> => {
    const row = (await me.get(`${path}?${own}`)).json<T[]>().find((one) => one.name === name);
    if (!row) throw new Error(`There is no ${name} at ${path}.`);
    return row;
  };
  const messageId = await makeMessage(me, clientId);
  const campaign = {
    ...{ campaignId: 0, clientId, name: 'First campaign', callsPerMinute },
    ...{ callerIdTypeId: 2, callerIdNumber: '3025550148', callerIdName: 'Harbor Regional' },
    ...{ customerMessageId: messageId, machineMessageId: messageId },
  };
  must(await me.post('/api/campaign/broadcast/0/edit', campaign));
  const { campaignId } = await find<Named & { campaignId: number }>(
    '/api/campaign/dialer',
    campaign.name,
  );
  const numbers = await uploadContacts(me, clientId, campaignId, contacts);
  await beforeStart(me);
  must(await me.post(`/api/campaign/${campaignId}/start`, { campaignId }));
  return {
    ...{ me, clientId, campaignId, numbers },
    async status() {
      const row = await find<Named & { campaignStatusName: string }>(
        '/api/campaign',
        campaign.name,
      );
      return row.campaignStatusName;
    },
    async callsInReport() {
      const filters = { campaigns: [String(campaignId)] };
      return Number(must(await me.post('/api/reports/cdrcount', { clientId, filters })).text);
    },
  };
}

/** With speech, which is rendered by the jobs; returns its id when it can be played. */
async function makeMessage(me: Caller, clientId: number): Promise<number> {
  const step = { messageStepType: 4, value: 'This is a reminder.', ttsVoiceId: 1 };
  const message = { id: 0, clientId, name: 'First message', messageSteps: [step] };
  const form = new FormData();
  form.append('message', JSON.stringify(message));
  must(await me.post('/api/message/0/edit/', form));
  const rows = (await me.get(`/api/message?clientId=${clientId}`)).json<
    { id: number; name: string }[]
  >();
  const id = rows.find(({ name }) => name === message.name)?.id ?? 0;
  await until(async () => {
    const preview = await me.get(`/api/message/${id}/preview/`);
    return preview.status === 200 ? true : undefined;
  });
  return id;
}

/** Returns how many numbers came into the list. */
async function uploadContacts(
  me: Caller,
  clientId: number,
  campaignId: number,
  contacts: string,
): Promise<number> {
  const headers = (contacts.split('\r\n')[0] ?? '').replace('\ufeff', '').split(',');
  const column = (fieldName: string) => ({ fieldColumn: headers.indexOf(fieldName), fieldName });
  const phones = headers.filter((name) => /phone/i.test(name));
  const item = (id: number, value: string, columns: string[]) => ({
    accountField: { id, value },
    selectedCallListField: columns.map(column),
  });
  const form = new FormData();
  form.append('fileSelect', new Blob([contacts]), 'contacts.csv');
  form.append('headers', JSON.stringify(headers));
  const map = {
    ...{ callListName: 'First list', campaignId, delimiter: ',' },
    callListMapList: [item(0, 'Phone Number', phones)],
    restriction: { restrictionType: 2, pastXDays: null },
  };
  form.append('callListMap', JSON.stringify(map));
  const response = must(await me.post(`/api/calllist/upload?clientId=${clientId}`, form));
  return response.json<{ accountPhonesImported: number }>().accountPhonesImported;
}

function must<T extends { status: number; text: string }>(response: T): T {
  if (response.status !== 200) throw new Error(`It returned ${response.status}: ${response.text}`);
  return response;
}
