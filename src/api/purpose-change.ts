/** A campaign that is for something else is under other rules: what waits for the old ones is due again. */
import type { Purpose } from '#contract/policy.ts';
import { asClient, type Database } from '#db/database.ts';
import { readCampaignPurpose } from '#db/queries/policy-purpose.ts';
import { recheckPolicy } from '#db/queries/policy-save.ts';

export async function withPurpose<T>(
  db: Database,
  { clientId, campaignId }: { clientId: number; campaignId: number },
  purpose: Purpose | undefined,
  save: () => Promise<T>,
): Promise<T> {
  if (campaignId === 0 || purpose === undefined) return save();
  const before = await asClient(db, clientId, (tx) =>
    readCampaignPurpose(tx, clientId, campaignId),
  );
  const saved = await save();
  if (before !== undefined && before !== purpose) await recheckPolicy(db, clientId);
  return saved;
}
