/** The clients, numbers, campaigns and lists of one simulated run. */
import { asClient, type Database, type Tx } from '../../src/db/database.ts';
import { listBecameReady } from '../../src/db/queries/campaign-run.ts';
import { setContactCap } from '../../src/db/queries/contact-cap.ts';
import type { ContactCap } from '../../src/domain/contact-cap.ts';
import type { Random } from '../../src/domain/random.ts';
import { makeTexting } from '../engine/text-world.ts';
import { type Campaign, makeCampaign, makeMessage, makeTestClient } from '../engine/world.ts';
import { makeTextingNumber } from '../harness/text-data.ts';
import { type Persons, rowsOf, settle } from './persons.ts';
import { setPolicy, type TownRule } from './policy-judge.ts';

/** Each of these area codes lies in one zone. Checked by hand, not by the product's tables. */
export const zonesOfTown: Readonly<Record<string, string>> = {
  212: 'America/New_York',
  312: 'America/Chicago',
  303: 'America/Denver',
  213: 'America/Los_Angeles',
};

export interface Household {
  clientId: number;
  phones: string[];
  campaigns: TownCampaign[];
  cap: ContactCap;
  policy: readonly TownRule[];
  persons: Persons;
}

export interface TownCampaign extends Campaign {
  kind: 'broadcast' | 'linkback' | 'texting';
  /** Calls or texts a minute; 0 for a Linkback. */
  perMinute: number;
  /** Its linkback number, when its client's rule is the law's 2 seconds. */
  guarded?: string;
}

export interface TownWish {
  clients: number;
  campaigns: number;
  phones: number;
  perMinute(): number;
  cap(): ContactCap;
  policy(): TownRule[];
  persons(phones: readonly string[]): Persons;
  /** Whether a voice campaign calls each account once. */
  once(): boolean;
  /** Of its campaigns; all three, most of them Broadcast, unless given. */
  kinds?: readonly TownCampaign['kind'][];
}

const usualKinds = ['broadcast', 'broadcast', 'linkback', 'texting'] as const;

/** Every campaign of a client calls the same numbers, each in an order of its own. */
export async function buildTown(
  db: Database,
  random: Random,
  wish: TownWish,
): Promise<Household[]> {
  const town: Household[] = [];
  for (let n = 0; n < wish.clients; n += 1) {
    const clientId = await makeTestClient(db);
    const message = await makeMessage(db, clientId, random.between(2, 30) * 1_000);
    const phones = Array.from({ length: wish.phones }, (_, index) => phoneOf(random, index));
    const persons = wish.persons(phones);
    await settle(db, clientId, persons);
    const campaigns: TownCampaign[] = [];
    for (let one = 0; one < wish.campaigns; one += 1) {
      const kind = pick(random, wish.kinds ?? usualKinds);
      const given = { kind, message, at: one };
      const campaign = await makeOne(db, random, clientId, given, wish.perMinute());
      if (campaign.kind !== 'texting' && wish.once()) await callEachOnce(db, campaign);
      const list = { phones: shuffled(random, phones), persons, name: 'of the beginning' };
      await asClient(db, clientId, (tx) => loadList(tx, campaign, list));
      campaigns.push(campaign);
    }
    const cap = wish.cap();
    await setContactCap(db, clientId, cap);
    const policy = wish.policy();
    await setPolicy(db, clientId, policy);
    town.push({ clientId, phones, campaigns, cap, policy, persons });
  }
  return town;
}

async function makeOne(
  db: Database,
  random: Random,
  clientId: number,
  { kind, message, at }: { kind: TownCampaign['kind']; message: number; at: number },
  perMinute: number,
): Promise<TownCampaign> {
  if (kind === 'texting') {
    // Of the seed alone, whatever seeds the process has played before.
    const phone = `1302557${String(clientId * 10 + at).padStart(4, '0')}`;
    const textingNumberId = await makeTextingNumber(db, clientId, phone);
    const wish = { clientId, textPerMinute: perMinute, textingNumberId };
    return { ...(await makeTexting(db, wish)), kind, perMinute };
  }
  const machineMessage = random.chance(0.5) ? message : null;
  const wish = { clientId, callsPerMinute: perMinute, customerMessage: message, machineMessage };
  const campaign = await makeCampaign(db, wish);
  if (kind === 'broadcast') return { ...campaign, kind, perMinute };
  await makeLinkback(db, campaign, drawAgents(random));
  return { ...campaign, kind, perMinute: 0 };
}

/** Of a Broadcast; its agents hear what its customers hear. */
export async function makeLinkback(
  db: Database,
  { clientId, campaignId }: Campaign,
  { count, ratio }: { count: number; ratio: number },
): Promise<Campaign> {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET campaign_type = 2, calls_per_minute = NULL, call_ratio = $3,
         agent_count = $4, linkback_number = $5, agent_message_id = customer_message_id
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, ratio, count, linkbackNumber],
    ),
  );
  return { clientId, campaignId };
}

export const drawAgents = (random: Random) => ({
  count: random.between(1, 5),
  ratio: random.between(2, 30) / 10,
});

/** Its area code is in one zone, like those of the customers. */
const linkbackNumber = '12125550100';

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function phoneOf(random: Random, index: number): string {
  const codes = Object.keys(zonesOfTown);
  return `1${codes[random.between(0, codes.length - 1)]}${5_550_000 + index}`;
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}

async function callEachOnce(db: Database, { clientId, campaignId }: Campaign): Promise<void> {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET one_call_per_account = true WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
}

let loaded = 0;

interface TownList {
  phones: readonly string[];
  /** Absent: each number is an account. */
  persons?: Persons | undefined;
  /** The end of its name. */
  name?: string;
}

/** Inside a transaction: a list that is Loaded when it commits. */
export async function loadList(tx: Tx, campaign: Campaign, list: TownList): Promise<number> {
  const { clientId, campaignId } = campaign;
  const entries = rowsOf(list.phones, list.persons);
  loaded += 1;
  const row = await tx.row<{ id: number }>(
    `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count,
       phone_columns)
     VALUES ($1, $2, $3, 4, $4, $4, 3) RETURNING call_list_id AS id`,
    [clientId, campaignId, `Simulated list ${loaded} ${list.name ?? ''}`, entries.length],
  );
  if (!row) throw new Error('no list');
  await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
    clientId,
    row.id,
  ]);
  await tx.run(
    `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, phone_column,
       external_id)
     SELECT $1, $2, n, line, phone, col, id
     FROM unnest($3::int[], $4::text[], $5::int[], $6::text[]) WITH ORDINALITY
       AS v (line, phone, col, id, n)`,
    [
      ...[clientId, row.id, entries.map(({ line }) => line), entries.map(({ phone }) => phone)],
      ...[entries.map(({ column }) => column), entries.map(({ externalId }) => externalId)],
    ],
  );
  await listBecameReady(tx, clientId, campaignId);
  return row.id;
}
