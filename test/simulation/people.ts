/** What managers and operators do to running campaigns, at any moment, as the API and the command do it. */
import { asClient, type Database, type Tx } from '../../src/db/database.ts';
import { closeList, lockCallList } from '../../src/db/queries/call-list.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { settleOptOuts } from '../../src/db/queries/opt-out-settled.ts';
import type { Random } from '../../src/domain/random.ts';
import type { Campaign } from '../engine/world.ts';
import { guardedAgents } from './guarded-town.ts';
import { lockRows } from './locker.ts';
import type { Office } from './office.ts';
import { drawAgents, type Household, loadList, shuffled, type TownCampaign } from './town.ts';
import { loadUrgent } from './urgent-list.ts';

/** Each does one thing after the other, for ever. */
export const people: Readonly<Record<string, (office: Office) => Promise<void>>> = {
  async remover(office) {
    const { clientId } = pickHousehold(office);
    const [phone] = await nextToCall(office, clientId, 1);
    if (phone) await removeNumbers(office, clientId, [phone], 'console');
  },
  async importer(office) {
    const { clientId, phones } = pickHousehold(office);
    const { random } = office;
    const next = await nextToCall(office, clientId, 3);
    const some = shuffled(random, phones).slice(0, random.between(0, 3));
    await removeNumbers(office, clientId, [...new Set([...next, ...some])], 'import');
  },
  async starter(office) {
    const campaign = pickCampaign(office);
    openSilence(office, campaign);
    const rate = office.rates.get(keyOf(campaign));
    if (rate) rate.starts += 1;
    // A refusal ("nothing left to call") is a response too.
    await requestStart(office.db, campaign.clientId, campaign.campaignId).catch(refusalOnly);
    // A stop that was confirmed while this was asked may stand before it in the rows.
    openSilence(office, campaign);
  },
  async stopper(office) {
    const campaign = pickCampaign(office);
    await stop(office, campaign);
  },
  async editor({ db, random, rates, ...office }) {
    const campaign = pickCampaign({ random, ...office });
    const { clientId, campaignId, kind } = campaign;
    if (kind === 'linkback') return editAgents(db, random, campaign);
    const rate = rates.get(keyOf(campaign));
    const column = kind === 'texting' ? 'text_per_minute' : 'calls_per_minute';
    const perMinute = random.between(20, 600);
    if (rate) rate.most = Math.max(rate.most, perMinute);
    await asClient(db, clientId, (tx) =>
      tx.run(`UPDATE campaign SET ${column} = $3 WHERE client_id = $1 AND campaign_id = $2`, [
        clientId,
        campaignId,
        perMinute,
      ]),
    );
  },
  locker: (office) => lockRows(office),
  urgent: (office) => loadUrgent(office),
  async closer(office) {
    const { clientId } = pickHousehold(office);
    const { db, ledger, second } = office;
    const lists = await office.ask<{ id: number }>(
      clientId,
      'SELECT call_list_id AS id FROM call_list WHERE status_id IN (3, 4) ORDER BY 1',
      [],
    );
    const list = lists[office.random.between(0, lists.length - 1)];
    if (!list || lists.length < 2) return;
    await asClient(db, clientId, async (tx) => {
      await lockCallList(tx, clientId, list.id);
      await closeList(tx, clientId, list.id);
    });
    const from = office.now() + second;
    ledger.silences.push({ callListId: list.id, from, until: Number.POSITIVE_INFINITY });
  },
  async uploader(office) {
    const { random } = office;
    const campaign = pickCampaign(office);
    const home = office.town.find(({ clientId }) => clientId === campaign.clientId);
    const phones = shuffled(random, home?.phones ?? []).slice(0, random.between(5, 30));
    await asClient(office.db, campaign.clientId, (tx) =>
      loadList(tx, campaign, { phones, persons: home?.persons }),
    );
  },
};

/** Obeyed as soon as its engine reads it. */
async function editAgents(
  db: Database,
  random: Random,
  { clientId, campaignId, guarded }: TownCampaign,
) {
  const { count, ratio } = guarded ? guardedAgents(random) : drawAgents(random);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET agent_count = $3, call_ratio = $4
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, count, ratio],
    ),
  );
}

/** A response counts only when it came: a broken connection leaves it open. */
async function removeNumbers(
  { db, ledger, bareOptOut }: Office,
  clientId: number,
  phones: string[],
  how: string,
): Promise<void> {
  if (phones.length === 0) return;
  const write = async (tx: Tx) => {
    if (how === 'import') await importDoNotCall(tx, clientId, phones);
    else for (const phone of phones) await optOut(tx, clientId, phone, 'manager');
  };
  if (!bareOptOut) await settleOptOuts(db, clientId, write, () => phones);
  else {
    await asClient(db, clientId, (tx) =>
      tx.run(
        `INSERT INTO do_not_call (client_id, phone, source) SELECT $1, unnest($2::text[]), 'manager'
         ON CONFLICT DO NOTHING`,
        [clientId, phones],
      ),
    );
  }
  for (const phone of phones) ledger.confirmedOptOut(clientId, phone, how);
}

export async function stop(office: Office, campaign: Campaign): Promise<void> {
  const { clientId, campaignId } = campaign;
  await asClient(office.db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  openSilence(office, campaign);
  const from = office.now() + office.second;
  office.ledger.silences.push({ campaignId, from, until: Number.POSITIVE_INFINITY });
}

/** From here on the campaign may call again. */
function openSilence({ ledger, now }: Office, { campaignId }: Campaign): void {
  for (const silence of ledger.silences) {
    if (silence.campaignId === campaignId && silence.until > now()) silence.until = now();
  }
}

/** The numbers that the engine takes next, where an opt-out and a claim meet. */
async function nextToCall(office: Office, clientId: number, count: number): Promise<string[]> {
  const rows = await office.ask<{ phone: string }>(
    clientId,
    `SELECT DISTINCT ON (l.call_list_id, e.due_at, e.entry_id) e.phone
     FROM call_list l JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.status_id IN (3, 4) AND e.state = 0
     ORDER BY l.call_list_id, e.due_at, e.entry_id LIMIT 8`,
    [clientId],
  );
  return shuffled(
    office.random,
    rows.map(({ phone }) => phone),
  ).slice(0, count);
}

type Choice = Pick<Office, 'random' | 'town'>;

function pickHousehold({ random, town }: Choice): Household {
  const household = town[random.between(0, town.length - 1)];
  if (!household) throw new Error('an empty town');
  return household;
}

function pickCampaign(choice: Choice): TownCampaign {
  const { campaigns } = pickHousehold(choice);
  const campaign = campaigns[choice.random.between(0, campaigns.length - 1)];
  if (!campaign) throw new Error('no campaign');
  return campaign;
}

export const keyOf = ({ clientId, campaignId }: Campaign) => `${clientId}-${campaignId}`;

function refusalOnly(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'cannot_run')) throw error;
}
