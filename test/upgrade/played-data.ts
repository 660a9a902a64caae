/** What a client of some days has: lists, campaigns of all kinds, calls in two months, texts, files. */
import { readFileSync } from 'node:fs';
import type { Caller, TestResponse } from '../harness/caller.ts';
import { signInDemo } from '../harness/first-campaign.ts';
import { until } from '../harness/until.ts';

/** Bytes from which a file has a table of its own. */
const largeFile = 8 * 1024 * 1024;

/** Half an hour before the first of November, UTC: what is called after it stands in another month. */
export const playBegins = '2026-10-31T19:30:00-04:00';
const november = '2026-11-01T00:00:00Z';

/**
 * Plays on a Carillon that just started, as the demo client's manager. When it resolves, some
 * campaigns are through and one of each kind still runs.
 *
 * @param contacts the demo client's file
 */
export async function playData(url: string, password: string, contacts: string): Promise<void> {
  const { me, clientId } = await signInDemo(url, password);
  const player = { me, clientId };
  await saveSoundMessage(player);
  const number = { id: 0, clientId, phoneRestriction: '2125550100', doNotCallTypeId: 1 };
  must(await me.post(`/api/donotcall/${clientId}/edit`, number));
  const messages = await rowsOf<{ id: number; name: string }>(player, '/api/message');
  const [first] = messages;
  if (!first) throw new Error('The demo client has no message.');

  const broadcast = (name: string, callsPerMinute: number) =>
    saveCampaign(player, 'broadcast', { ...voice(name, first.id), callsPerMinute });
  const october = await broadcast('October', 3_000);
  await upload(player, october, 'October list', contacts);
  await start(player, october);
  await until(
    async () => ((await status(player, october)) === 'Completed' ? true : undefined),
    240,
  );

  await exportReport(player, october);
  const step = { messageStepType: 1, value: 'By telephone', phoneNumber: '2125550177' };
  must(await me.post('/api/message/call', step));
  const linkback = await saveCampaign(player, 'linkback', {
    ...voice('Linkback', first.id),
    ...{ callRatio: 1, agentCount: 2, linkbackNumber: '3025550177', agentMessageId: first.id },
  });
  await upload(player, linkback, 'Linkback list', numbered(contacts, 1));
  const texts = await textCampaign(player);
  await upload(player, texts, 'Texts', numbered(contacts, 2));
  const large = await broadcast('November', 20);
  await upload(player, large, 'Large list', padded(numbered(contacts, 3)));
  const running: Running[] = [
    { id: linkback, type: 'Linkback' },
    { id: texts, type: 'Texting' },
    { id: large, type: 'Broadcast' },
  ];
  await until(async () => ((await now(player)) >= Date.parse(november) ? true : undefined), 240);
  for (const { id } of running) await start(player, id);
  // All of them have begun, and none is through.
  for (const one of running) await until(() => tried(player, one, 12), 240);
  // A job that a kill right after this leaves behind.
  await exportReport(player, large);
}

interface Running {
  id: number;
  type: string;
}

interface Player {
  me: Caller;
  clientId: number;
}

function must(response: TestResponse): TestResponse {
  if (response.status !== 200) throw new Error(`It returned ${response.status}: ${response.text}`);
  return response;
}

async function rowsOf<T>({ me, clientId }: Player, path: string): Promise<T[]> {
  return must(await me.get(`${path}?clientId=${clientId}`)).json<T[]>();
}

/** The simulation's clock, epoch ms. */
async function now({ me }: Player): Promise<number> {
  return Date.parse(must(await me.get('/api/simulation')).json<{ now: string }>().now);
}

/** The Content-Location header names what was saved: `/api/campaign/broadcast/3/item`. */
function savedId(response: TestResponse): number {
  const location = must(response).headers.get('content-location') ?? '';
  return Number(/\/(\d+)(\/[a-z]+)?$/.exec(location)?.[1]);
}

function voice(name: string, messageId: number) {
  return {
    ...{ campaignId: 0, name, callerIdTypeId: 2, callerIdNumber: '3025550148' },
    ...{ callerIdName: 'Harbor', customerMessageId: messageId, machineMessageId: messageId },
  };
}

async function saveCampaign({ me, clientId }: Player, kind: string, body: object): Promise<number> {
  return savedId(await me.post(`/api/campaign/${kind}/0/edit`, { ...body, clientId }));
}

async function textCampaign(player: Player): Promise<number> {
  const { me, clientId } = player;
  const text = { id: 0, clientId, name: 'Due', message: 'Hello [first_name], your bill is due.' };
  const messageTextId = savedId(await me.post('/api/messagetext/0/edit', text));
  const path = `/api/campaigntext/${clientId}/phonenumbers`;
  const [number] = must(await me.get(path)).json<{ textingPhoneNumberId: number }[]>();
  const body = { clientId, name: 'Texts', textPerMinute: 30, messageTextId };
  return savedId(
    await me.post('/api/campaigntext/0/edit', {
      ...body,
      sendersNumberId: number?.textingPhoneNumberId,
    }),
  );
}

async function saveSoundMessage({ me, clientId }: Player): Promise<void> {
  const name = 'greeting.wav';
  const step = { messageStepType: 3, isDirty: true, value: 'Greeting', clientsFileName: name };
  const form = new FormData();
  const message = { id: 0, clientId, name: 'With a sound', messageSteps: [step] };
  form.append('message', JSON.stringify(message));
  const sound = readFileSync(new URL(`../data/sounds/${name}`, import.meta.url));
  form.append('fileSelect0', new Blob([sound]), name);
  must(await me.post('/api/message/0/edit/', form));
}

const fields: [id: number, name: string, columns: string[]][] = [
  [0, 'Phone Number', ['Phone', 'Mobile']],
  [1, 'First Name', ['First Name']],
  [3, 'Last Name', ['Last Name']],
  [4, 'Date of Birth', ['Due Date']],
  [9, 'State', ['State']],
  [11, 'External Id', ['Account']],
];

async function upload(player: Player, campaignId: number, name: string, csv: string) {
  const { me, clientId } = player;
  const headers = (csv.split('\r\n')[0] ?? '').split(',');
  const callListMapList = fields.map(([id, value, columns]) => ({
    accountField: { id, value },
    selectedCallListField: columns.map((fieldName) => ({
      ...{ fieldName, fieldColumn: headers.indexOf(fieldName) },
    })),
  }));
  const form = new FormData();
  form.append('fileSelect', new Blob([csv]), 'contacts.csv');
  form.append('headers', JSON.stringify(headers));
  const restriction = { restrictionType: 2, pastXDays: null };
  const map = { callListName: name, campaignId, delimiter: ',', callListMapList, restriction };
  form.append('callListMap', JSON.stringify(map));
  must(await me.post(`/api/calllist/upload?clientId=${clientId}`, form));
}

/** The same people with other numbers. */
function numbered(csv: string, digit: number): string {
  return csv.replaceAll('555-01', `555-0${digit + 1}`).replaceAll('AC-1', `AC-${digit + 1}`);
}

/** A file that is large by its size: a column that nobody asked for is long. */
function padded(csv: string): string {
  const [header, ...lines] = csv.trimEnd().split('\r\n');
  const filler = 'x'.repeat(Math.ceil(largeFile / lines.length));
  return [`${header},Filler`, ...lines.map((line) => `${line},${filler}`)].join('\r\n');
}

async function start({ me }: Player, campaignId: number): Promise<void> {
  must(await me.post(`/api/campaign/${campaignId}/start`, { campaignId }));
}

async function status(player: Player, campaignId: number): Promise<string | undefined> {
  const all = await rowsOf<{ campaignId: number; campaignStatusName: string }>(
    player,
    '/api/campaign',
  );
  return all.find((one) => one.campaignId === campaignId)?.campaignStatusName;
}

async function exportReport({ me, clientId }: Player, campaignId: number): Promise<void> {
  const filters = { campaigns: [String(campaignId)] };
  must(await me.post('/api/reports/export', { clientId, numRows: 25, filters }));
}

/** True when this many of its numbers were tried; undefined before. */
async function tried(player: Player, { id, type }: Running, least: number) {
  const asked = `clientId=${player.clientId}&campaignId=${id}&type=${type}`;
  const stats = must(await player.me.get(`/api/campaign?${asked}`)).json<Stats>();
  return (stats.countTotalCalled ?? stats.textDelivered ?? 0) >= least ? true : undefined;
}

interface Stats {
  countTotalCalled?: number;
  textDelivered?: number;
}
