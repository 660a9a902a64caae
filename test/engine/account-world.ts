/** Lists whose accounts have several numbers, as a file with several phone columns gives them. */
import { asClient, type Database } from '../../src/db/database.ts';
import { type Campaign, makeCampaign } from './world.ts';

export interface AccountWish {
  /** In the order of the phone columns. */
  phones: readonly (number | string)[];
  externalId?: string;
}

/** A Loaded list. */
export async function makeAccounts(
  db: Database,
  { clientId, campaignId }: Campaign,
  accounts: readonly AccountWish[],
): Promise<number> {
  const entries = accounts.flatMap(({ phones, externalId }, account) =>
    phones.map((phone, column) => ({
      ...{ line: account + 2, phone: String(phone) },
      ...{ column: column + 1, externalId: externalId ?? null },
    })),
  );
  const columns = Math.max(1, ...accounts.map(({ phones }) => phones.length));
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count,
         phone_columns)
       VALUES ($1, $2, 'Accounts', 4, $3, $4, $5) RETURNING call_list_id AS id`,
      [clientId, campaignId, accounts.length, entries.length, columns],
    );
    if (!row) throw new Error('no list');
    await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
      clientId,
      row.id,
    ]);
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone,
         phone_column, external_id)
       SELECT $1, $2, n, line, phone, col, external
       FROM unnest($3::int[], $4::text[], $5::int[], $6::text[]) WITH ORDINALITY
         AS v (line, phone, col, external, n)`,
      [
        ...[clientId, row.id, entries.map(({ line }) => line), entries.map(({ phone }) => phone)],
        ...[entries.map(({ column }) => column), entries.map(({ externalId }) => externalId)],
      ],
    );
    return row.id;
  });
}

/** A Broadcast that calls each account once. */
export async function makeAccountCampaign(
  db: Database,
  wish: { clientId?: number; callsPerMinute?: number } = {},
): Promise<Campaign> {
  const campaign = await makeCampaign(db, wish);
  await asClient(db, campaign.clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET one_call_per_account = true WHERE client_id = $1 AND campaign_id = $2`,
      [campaign.clientId, campaign.campaignId],
    ),
  );
  return campaign;
}

export interface EntryState {
  phone: string;
  /** 0 waiting, 1 taken, 2 barred. */
  state: number;
  reason: string | null;
}

/** In file order. */
export function entriesOf(db: Database, clientId: number, callListId: number) {
  return asClient(db, clientId, (tx) =>
    tx.rows<EntryState>(
      `SELECT phone, state, reason FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`,
      [clientId, callListId],
    ),
  );
}
