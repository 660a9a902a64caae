/** Which of a campaign's waiting numbers the contact policy counts together, by account and by External Id. */
import type { SharedSubjects, SubjectSize } from '#domain/forecast/waves.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Tx } from '../database.ts';
import { planSettings, usualSettings, waitingEntries } from './waiting-groups.ts';

/** @returns null when no rule counts more than the number */
export async function readSharedSubjects(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  policy: CampaignPolicy | null,
): Promise<SharedSubjects | null> {
  if (!policy?.beyondNumber || callListIds.length === 0) return null;
  const by = new Set(policy.windows.map(({ terms }) => terms.of));
  const sizes = (key: string) => sizesBy(tx, clientId, callListIds, key);
  await tx.run(planSettings);
  const account = by.has('account') ? await sizes('call_list_id, account_line') : [];
  const byPerson = by.has('external_id') || by.has('person');
  const externalId = byPerson
    ? await sizes(
        `external_key, CASE WHEN external_key IS NULL THEN call_list_id END,
         CASE WHEN external_key IS NULL THEN account_line END`,
      )
    : [];
  await tx.run(usualSettings);
  return { account, externalId };
}

/** @param key SQL: what numbers of one subject have in common */
function sizesBy(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  key: string,
): Promise<SubjectSize[]> {
  return tx.rows<SubjectSize>(
    `SELECT numbers::float8 AS numbers, count(*)::float8 AS subjects
     FROM (SELECT count(*) AS numbers
       FROM (SELECT e.call_list_id, e.account_line, nullif(e.external_id, '') AS external_key
         FROM list_entry e WHERE ${waitingEntries('= ANY ($2)')}) e
       GROUP BY ${key}) s
     GROUP BY 1 ORDER BY 1`,
    [clientId, callListIds],
  );
}
