/** The demo's manager, who does everything over HTTP as the console does. */
import { type Caller, caller } from '../../test/harness/caller.ts';
import { csvOf, headers, mapping, type Person } from './people.ts';

export type Desk = Awaited<ReturnType<typeof openDesk>>;

interface Named {
  id?: number;
  campaignId?: number;
  name: string;
}

export async function openDesk(url: string, password: string) {
  const stranger = caller(url);
  const login = { code: 'demo', username: 'manager', password };
  const { clientId, bearerToken } = must(await stranger.post('/api/security/login', login)).json<{
    clientId: number;
    bearerToken: string;
  }>();
  const me = caller(url, bearerToken);
  const own = `clientId=${clientId}`;
  const find = async (path: string, name: string) => {
    const row = must(await me.get(`${path}?${own}`))
      .json<Named[]>()
      .find((one) => one.name === name);
    if (!row) throw new Error(`There is no ${name} at ${path}.`);
    return row.campaignId ?? row.id ?? 0;
  };
  return {
    ...{ me, clientId },
    messageId: (name: string) => find('/api/message', name),
    async voice(kind: 'broadcast' | 'linkback', campaign: Record<string, unknown> & Named) {
      const body = { campaignId: 0, clientId, callerIdName: 'Harbor Regional', ...campaign };
      must(await me.post(`/api/campaign/${kind}/0/edit`, body));
      return find('/api/campaign/dialer', campaign.name);
    },
    async texting(campaign: Named & { messageTextId: number; textPerMinute: number }) {
      const path = `/api/campaigntext/${clientId}/phonenumbers`;
      const [first] = must(await me.get(path)).json<{ textingPhoneNumberId: number }[]>();
      const sendersNumberId = first?.textingPhoneNumberId;
      must(
        await me.post('/api/campaigntext/0/edit', {
          campaignId: 0,
          clientId,
          sendersNumberId,
          ...campaign,
        }),
      );
      return find('/api/campaigntext', campaign.name);
    },
    async textMessage(name: string, message: string) {
      must(await me.post('/api/messagetext/0/edit', { id: 0, clientId, name, message }));
      return find('/api/messagetext', name);
    },
    upload: (campaignId: number, name: string, people: readonly Person[]) =>
      upload(me, { clientId, campaignId, name, people }),
    async start(campaignId: number) {
      must(await me.post(`/api/campaign/${campaignId}/start`, { campaignId }));
    },
    async stop(campaignId: number) {
      must(await me.post(`/api/campaign/${campaignId}/stop`, { campaignId }));
    },
    async block(phone: string) {
      const body = { clientId, id: -1, doNotCallTypeId: 1, phoneRestriction: phone };
      must(await me.post(`/api/donotcall/${clientId}/edit`, body));
    },
    /** Opts every number out whose text may mean stop, as the demo's manager always decides. */
    async decideTexts() {
      const path = `/api/inboundmessagetext/undecided?${own}`;
      const { texts } = must(await me.get(path)).json<{ texts: { id: number }[] }>();
      for (const { id } of texts) {
        const body = { clientId, decision: 'optOut' };
        must(await me.post(`/api/inboundmessagetext/${id}/decide`, body));
      }
    },
    /** Calls of the campaign begin at 3 PM in this state. */
    async afternoonsIn(state: string, campaignId: number) {
      const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'];
      const terms = { kind: 'hours', days, open: '15:00', close: '20:00', from: null, until: null };
      const rule = { purpose: null, campaignId, country: 'US', state, channel: 'call', terms };
      const source = 'Our partner on the islands asks for afternoons.';
      const body = { clientId, ...rule, source, sourceDate: null };
      must(await me.post('/api/policy/rule/0/edit', body));
    },
    async close(callListId: number) {
      must(await me.post(`/api/calllist/${callListId}/close`, { callListId, clientId }));
    },
  };
}

async function upload(
  me: Caller,
  list: { clientId: number; campaignId: number; name: string; people: readonly Person[] },
): Promise<number> {
  const column = (fieldName: string) => ({ fieldColumn: headers.indexOf(fieldName), fieldName });
  const form = new FormData();
  form.append(
    'fileSelect',
    new Blob([csvOf(list.people)]),
    `${list.name.replaceAll(' ', '-')}.csv`,
  );
  form.append('headers', JSON.stringify(headers));
  const map = {
    ...{ callListName: list.name, campaignId: list.campaignId, delimiter: ',' },
    callListMapList: mapping.map(([id, value, columns]) => ({
      accountField: { id, value },
      selectedCallListField: columns.map(column),
    })),
    restriction: { restrictionType: 2, pastXDays: null },
  };
  form.append('callListMap', JSON.stringify(map));
  const path = `/api/calllist/upload?clientId=${list.clientId}`;
  return must(await me.post(path, form)).json<{ callListId: number }>().callListId;
}

export function must<R extends { status: number; text: string }>(response: R): R {
  if (response.status !== 200) throw new Error(`It returned ${response.status}: ${response.text}`);
  return response;
}
