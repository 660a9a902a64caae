/** Who waits for a rule of the contact policy, or for calling hours, is looked at again once these are others. */
import { type DayPart, homeZone } from '#domain/follow-up/day-part.ts';
import { type PartPlan, partStanding } from '#domain/follow-up/part-standing.ts';
import { type GateReason, gateReasons } from '#domain/gate.ts';
import { simMs } from '#domain/milliseconds.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { answerShareOf } from './answer-share.ts';
import { type Freed, recheckWaiting, type WaitingIn } from './contact-cap.ts';
import { hoursOf } from './follow-up-part.ts';
import { wakeEngines } from './policy-recheck.ts';

/** Does what is noted, list by list. Done twice at once, or again after a death, it is the same. */
export async function recheckPolicy(db: Database, clientId: number): Promise<void> {
  const noted = await asClient(db, clientId, (tx) =>
    tx.row<{ reasons: GateReason[]; count: number }>(
      `SELECT recheck AS reasons, rechecks_noted AS count FROM policy_book
       WHERE client_id = $1 AND recheck <> '{}'`,
      [clientId],
    ),
  );
  if (!noted) return;
  for (const reason of noted.reasons) {
    if (reason === gateReasons.callingHours) await recheckHours(db, clientId);
    else await recheckWaiting(db, clientId, reason);
  }
  await asClient(db, clientId, async (tx) => {
    await wakeEngines(tx, clientId);
    await tx.run(
      `UPDATE policy_book SET recheck = '{}' WHERE client_id = $1 AND rechecks_noted = $2`,
      [clientId, noted.count],
    );
  });
}

/**
 * Whoever waits for hours, also follow-ups in another part of the day, because what is left of a part goes
 * by the hours. The gate asks for their part anew when they are due.
 */
export async function recheckHours(db: Database, clientId: number): Promise<void> {
  await recheckWaiting(db, clientId, gateReasons.callingHours);
  await recheckWaiting(db, clientId, gateReasons.followUp, dueInPart);
}

interface Row extends Omit<PartPlan, 'part'> {
  entryId: number;
  part: DayPart;
  campaignId: number;
  phone: string;
  state: string | null;
  zipCode: string | null;
}

/** From the time of their rule on, in the best part that was not tried, so that forecasts count them then. */
async function dueInPart(
  tx: Tx,
  { clientId, callListId }: WaitingIn,
  freed: Freed[],
): Promise<Freed[]> {
  const rows = await tx.rows<Row>(
    `SELECT e.entry_id AS "entryId", e.phone, e.state_code AS state, e.zip_code AS "zipCode",
       f.day_part AS part, f.by_chance AS "byChance", f.tried, l.campaign_id AS "campaignId"
     FROM unnest($3::integer[]) AS v (entry_id)
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = $2
     CROSS JOIN LATERAL (SELECT * FROM follow_up
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS f
     CROSS JOIN LATERAL (SELECT * FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS e`,
    [clientId, callListId, freed.map((one) => one.entry_id)],
  );
  const [first] = rows;
  const hours = first && (await hoursOf(tx, clientId, [first.campaignId])).get(first.campaignId);
  if (!hours) return freed;
  const shareOf = await answerShareOf(tx, clientId);
  const plans = new Map(rows.map((row) => [row.entryId, row]));
  return freed.map((one) => {
    const plan = plans.get(one.entry_id);
    if (!plan || !one.due) return one;
    const { phone, state, zipCode } = plan;
    const callee = { phone, state, zipCode };
    const question = { zone: homeZone(callee), callee, hours, shareOf };
    const standing = partStanding(plan, { ...question, from: simMs(one.due.getTime()) });
    return standing.open ? one : { ...one, due: new Date(standing.until) };
  });
}
