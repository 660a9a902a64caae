/**
 * A client with two Broadcasts whose lists share numbers from every zone, with caps, earlier calls
 * and opt-outs. Lists, opt-outs, starts and every reading go over HTTP.
 */

import type { CampaignFunnel } from '../../src/contract/campaign-funnel.ts';
import { listCampaignNumbers } from '../../src/contract/campaign-numbers.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { setContactCap } from '../../src/db/queries/contact-cap.ts';
import { areaCodes } from '../../src/domain/numbering-plan/area-code.ts';
import { makeCampaign, makeMessage } from '../engine/world.ts';
import type { TestApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';

const day = 24 * 3_600_000;
export const callsPerMinute = 3_000;
export const cap = { calls: 2, days: 7 };

/** How a number came here. By its row in the file, so that each kind is in every zone. */
type Kind = 'plain' | 'shared' | 'capped' | 'once' | 'optedOut';
const kinds: readonly Kind[] = ['plain', 'shared', 'capped', 'once', 'plain', 'optedOut'];

interface Given {
  phone: string;
  kind: Kind;
}

const callable = areaCodes.filter(
  ({ kind, country, inService }) =>
    kind === 'geographic' && ['US', 'CA'].includes(country) && inService === 'yes',
);

/** Numbers of every area code in turn, in every kind. */
function numbersOf(count: number): Given[] {
  return Array.from({ length: count }, (_, at) => {
    // A stride, so that a few numbers are in every zone, too.
    const area = callable[(at * 101) % callable.length]?.code ?? '';
    // A step of the kinds with each round, so that an area code meets all of them.
    const kind = kinds[(at + Math.floor(at / callable.length)) % kinds.length] ?? 'plain';
    return { phone: `1${area}${2_340_000 + at}`, kind };
  });
}

export interface ListedNumber {
  campaignId: number;
  phone: string;
  verdict: { kind: string; reason: string | null; until: string | null; zone: string | null };
}

export interface NumbersWorld {
  clientId: number;
  me: Caller;
  campaignIds: readonly [number, number];
  shared: ReadonlySet<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  funnel(campaignId: number): Promise<CampaignFunnel>;
  /** Every number of a part of the funnel. */
  numbers(campaignId: number, query?: Record<string, string>): Promise<ListedNumber[]>;
}

export async function makeNumbersWorld(
  db: Database,
  api: TestApi,
  { count, now }: { count: number; now: number },
): Promise<NumbersWorld> {
  const client = await makeClient(db);
  const { clientId } = client;
  const me = await api.signIn(client);
  await setContactCap(db, clientId, { calls: cap.calls, texts: null, days: cap.days });
  const message = await makeMessage(db, clientId, 10_000);
  const make = async () => {
    const wish = { clientId, callsPerMinute, customerMessage: message, machineMessage: message };
    return (await makeCampaign(db, wish)).campaignId;
  };
  const campaignIds = [await make(), await make()] as const;
  const given = numbersOf(count);
  const of = (...wanted: Kind[]) => given.filter(({ kind }) => wanted.includes(kind));
  await earlierCalls(db, clientId, await make(), [
    ...of('capped').map(({ phone }, at) => ({ phone, at: now - day - at * 1_000 })),
    // The cap ends within the four hours to come, at sixty instants.
    ...of('capped').map(({ phone }, at) => ({
      phone,
      at: now - cap.days * day + ((at * 7) % 60) * 240_000 + 1_800_000,
    })),
    ...of('once').map(({ phone }) => ({ phone, at: now - 2 * day })),
  ]);
  const halves = [0, 1].map((half) =>
    given.filter(({ kind }, at) => kind === 'shared' || at % 2 === half),
  );
  for (const [at, campaignId] of campaignIds.entries()) {
    await upload(
      me,
      clientId,
      campaignId,
      (halves[at] ?? []).map(({ phone }) => phone),
    );
  }
  for (const { phone } of of('optedOut').slice(0, 40)) {
    const body = { clientId, id: -1, doNotCallTypeId: 1, phoneRestriction: phone };
    must(await me.post(`/api/donotcall/${clientId}/edit`, body));
  }
  const numbers = (campaignId: number, query: Record<string, string> = {}) =>
    everyNumber(me, campaignId, query);
  return {
    ...{ clientId, me, campaignIds, numbers },
    shared: new Set(of('shared').map(({ phone }) => phone)),
    async start() {
      for (const campaignId of campaignIds) {
        must(await me.post(`/api/campaign/${campaignId}/start`, { campaignId }));
      }
    },
    async stop() {
      for (const campaignId of campaignIds) {
        must(await me.post(`/api/campaign/${campaignId}/stop`, { campaignId }));
      }
    },
    async funnel(campaignId) {
      return must(await me.get(`/api/campaign/${campaignId}/funnel`)).json<CampaignFunnel>();
    },
  };
}

/** Of another campaign, which has no list any more: they count for the cap only. */
async function earlierCalls(
  db: Database,
  clientId: number,
  campaignId: number,
  calls: readonly { phone: string; at: number }[],
): Promise<void> {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, counts_as)
       SELECT $1, 999999999, n, $2, phone, gen_random_uuid(), at, at, 'no_answer', 'call'
       FROM unnest($3::text[], $4::timestamptz[]) WITH ORDINALITY AS v (phone, at, n)`,
      [
        ...[clientId, campaignId],
        ...[calls.map(({ phone }) => phone), calls.map(({ at }) => new Date(at))],
      ],
    ),
  );
}

async function upload(
  me: Caller,
  clientId: number,
  campaignId: number,
  phones: readonly string[],
): Promise<void> {
  const form = new FormData();
  form.append('fileSelect', new Blob([`Phone\n${phones.join('\n')}\n`]), 'numbers.csv');
  form.append('headers', JSON.stringify(['Phone']));
  const map = {
    ...{ callListName: 'Numbers', campaignId, delimiter: ',' },
    callListMapList: [
      {
        accountField: { id: 0, value: 'Phone Number' },
        selectedCallListField: [{ fieldColumn: 0, fieldName: 'Phone' }],
      },
    ],
    restriction: { restrictionType: 2, pastXDays: null },
  };
  form.append('callListMap', JSON.stringify(map));
  must(await me.post(`/api/calllist/upload?clientId=${clientId}`, form));
}

async function everyNumber(
  me: Caller,
  campaignId: number,
  query: Record<string, string>,
): Promise<ListedNumber[]> {
  const found: ListedNumber[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const search = new URLSearchParams({ ...query, ...(after && { after }) });
    const response = must(await me.get(`/api/campaign/${campaignId}/numbers?${search}`));
    const page = listCampaignNumbers.response.parse(response.json());
    for (const { phone, verdict } of page.numbers) {
      if (verdict) found.push({ campaignId, phone, verdict });
    }
    if (after === undefined && page.total !== null) {
      if (page.next === null && found.length !== page.total) {
        throw new Error(`${found.length} numbers are listed, ${page.total} are said.`);
      }
    }
    after = page.next;
  }
  return found;
}

function must<R extends { status: number; text: string }>(response: R): R {
  if (response.status !== 200) throw new Error(`It returned ${response.status}: ${response.text}`);
  return response;
}
