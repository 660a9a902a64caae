/**
 * The pace of a number that texts (domain/text-pace.ts), in the transaction that takes what is sent
 * from it: so it applies across campaigns, engines, auto-replies and restarts. Its row is locked
 * before all that a claim or a give-back locks (claim.ts).
 */
import { earlier, type SimMs, simMs } from '#domain/milliseconds.ts';
import {
  askPace,
  chargePace,
  type PaceRequest,
  type PaceState,
  type PaceTerms,
} from '#domain/text-pace.ts';
import { usualKindOf, usualSegmentsPerSecond } from '#domain/texting-number-kind.ts';
import type { Tx } from '../database.ts';

export interface PaceAsked extends Omit<PaceRequest, 'perSecond'> {
  clientId: number;
  /** 11 digits. */
  phone: string;
}

export interface SegmentsGranted {
  /** How many texts may be taken; 0: none now. */
  texts: number;
  /** Nothing is free before. */
  notBefore: SimMs;
  perSecond: number;
  /** Once, after a grant: what the texts take, 0 when there were none. */
  use(segments: number): Promise<void>;
}

/** Locks the number's pace until the end of the transaction. */
export async function askForSegments(tx: Tx, asked: PaceAsked): Promise<SegmentsGranted> {
  const { clientId, phone, now, who, speed } = asked;
  const { perSecond, ...state } = await lockPace(tx, clientId, phone);
  const grant = askPace(state, { ...asked, perSecond });
  if (grant.texts === 0) await writePace(tx, clientId, phone, grant.state);
  return {
    ...{ texts: grant.texts, notBefore: grant.notBefore, perSecond },
    use: (segments) =>
      writePace(tx, clientId, phone, chargePace(state, { now, who, segments, perSecond, speed })),
  };
}

/** Frees what texts took that surely did not leave. The first statement of its transaction. */
export async function returnSegments(
  tx: Tx,
  clientId: number,
  texts: readonly { textingNumber: string; segments: number }[],
): Promise<void> {
  // In one order, so that two engines do not deadlock.
  for (const phone of [...new Set(texts.map((one) => one.textingNumber))].sort()) {
    const own = texts.filter((one) => one.textingNumber === phone);
    const segments = own.reduce((sum, one) => sum + one.segments, 0);
    const { perSecond, nextFree, turns } = await lockPace(tx, clientId, phone);
    const free = earlier(nextFree, simMs((segments * 1_000) / perSecond));
    await writePace(tx, clientId, phone, { nextFree: free, turns });
  }
}

async function lockPace(tx: Tx, clientId: number, phone: string) {
  const row = (await lockRow(tx, clientId, phone)) ?? (await makeRow(tx, clientId, phone));
  return { ...row, perSecond: row.perSecond ?? usualSegmentsPerSecond[usualKindOf(phone)] };
}

interface PaceRow extends PaceState {
  /** Null for a number that was never assigned. */
  perSecond: PaceTerms['perSecond'] | null;
}

function lockRow(tx: Tx, clientId: number, phone: string): Promise<PaceRow | undefined> {
  return tx.row<PaceRow>(
    `SELECT p.next_free AS "nextFree", p.turns,
       (SELECT n.segments_per_second FROM texting_number n
        WHERE n.client_id = $1 AND n.phone = $2
        ORDER BY n.deleted_at IS NULL DESC, n.texting_number_id DESC LIMIT 1) AS "perSecond"
     FROM texting_pace p WHERE p.client_id = $1 AND p.phone = $2 FOR UPDATE OF p`,
    [clientId, phone],
  );
}

async function makeRow(tx: Tx, clientId: number, phone: string): Promise<PaceRow> {
  await tx.run(
    'INSERT INTO texting_pace (client_id, phone) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [clientId, phone],
  );
  const row = await lockRow(tx, clientId, phone);
  if (!row) throw new Error(`Could not store the pace of ${phone}.`);
  return row;
}

async function writePace(tx: Tx, clientId: number, phone: string, state: PaceState): Promise<void> {
  await tx.run(
    'UPDATE texting_pace SET next_free = $3, turns = $4 WHERE client_id = $1 AND phone = $2',
    [clientId, phone, state.nextFree, JSON.stringify(state.turns)],
  );
}
