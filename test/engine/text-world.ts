/** What texting needs beside `world.ts`: a text campaign, and what became of its texts. */

import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { type TextProfile, usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import type { TextCarrier, TextEvent, TextRequest } from '../../src/carriers/text-port.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import type { VirtualClock } from '../../src/domain/clock.ts';
import type { SimMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { receiptPatience } from '../../src/domain/texting.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { type Campaign, makeTestClient } from './world.ts';

/** Everybody gets the text at once and says nothing. */
export const quietReaders: TextProfile = {
  ...usualTextProfile,
  ...{ rejected: 0, failed: 0, late: 0, stop: 0, help: 0, start: 0, talk: 0 },
};

let made = 0;

export interface TextingWish {
  clientId?: number;
  textPerMinute?: number;
  message?: string;
  /** Of an earlier campaign. */
  textingNumberId?: number;
  /** Of a new number; more than any campaign wants by default. */
  segmentsPerSecond?: number;
}

export interface TextingCampaign extends Campaign {
  textingNumberId: number;
}

export async function makeTexting(db: Database, wish: TextingWish = {}): Promise<TextingCampaign> {
  made += 1;
  const clientId = wish.clientId ?? (await makeTestClient(db));
  const textMessageId = await makeTextMessage(db, clientId, `Text ${made}`, wish.message);
  const textingNumberId =
    wish.textingNumberId ??
    (await makeTextingNumber(db, clientId, undefined, wish.segmentsPerSecond));
  const campaignId = await makeTextCampaign(db, clientId, {
    name: `Texting ${made}`,
    textMessageId,
    textingNumberId,
    textPerMinute: wish.textPerMinute ?? 600,
  });
  return { clientId, campaignId, textingNumberId };
}

/** A simulated carrier whose texts and events a test sees and steers. */
export interface WatchedCarrier extends TextCarrier {
  sent: TextRequest[];
  /** Reported once more, as if it had happened. */
  emit(event: TextEvent): void;
}

export function watchedCarrier(
  clock: VirtualClock,
  dataFolder: string,
  profile: Partial<TextProfile> = {},
): WatchedCarrier {
  const carrier = simulatedTextCarrier({
    clock,
    dataFolder,
    randomOf: (name) => seededRandom(`1/${name}`),
    profile: { ...quietReaders, ...profile },
  });
  const sent: TextRequest[] = [];
  const emitted: TextEvent[] = [];
  return {
    ...carrier,
    sent,
    emit: (event) => emitted.push(event),
    async submit(texts, mayWrite) {
      const submissions = await carrier.submit(texts, mayWrite);
      sent.push(...texts);
      return submissions;
    },
    events: (reader) => [...carrier.events(reader), ...emitted],
    acknowledge(events) {
      for (const event of events) {
        const at = emitted.indexOf(event);
        if (at >= 0) emitted.splice(at, 1);
      }
      carrier.acknowledge(events);
    },
  };
}

export interface TextStory {
  result: string | null;
  waits: boolean;
  body: string;
}

/** The texts of a client in the order of their entries. */
export function textStories(db: Database, clientId: number): Promise<TextStory[]> {
  return asClient(db, clientId, (tx) =>
    tx.rows<TextStory>(
      `SELECT a.result, a.receipt_until IS NOT NULL AND a.result IS NULL AS waits, t.body
       FROM attempt a JOIN outbound_text t USING (client_id, call_list_id, entry_id)
       WHERE a.client_id = $1 ORDER BY a.call_list_id, a.entry_id`,
      [clientId],
    ),
  );
}

/** An inbound text as a carrier reports it. */
export function inboundText(given: {
  ref: string;
  phone: string;
  textingNumber: string;
  at: SimMs;
  body: string;
}): TextEvent {
  const { ref, ...rest } = given;
  return { kind: 'inbound', carrierRef: ref, ...rest };
}

export async function textingNumberOf(
  db: Database,
  { clientId, textingNumberId }: TextingCampaign,
) {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ phone: string }>(
      'SELECT phone FROM texting_number WHERE client_id = $1 AND texting_number_id = $2',
      [clientId, textingNumberId],
    ),
  );
  return row?.phone ?? '';
}

/**
 * Whether a campaign is Completed and its last receipts are in; those that do not come in five minutes
 * are not waited for.
 *
 * @param now epoch ms of the engine's clock
 */
export async function isSettled(
  db: Database,
  { clientId, campaignId }: Campaign,
  now: number,
): Promise<boolean> {
  const accepted = new Date(now - 5 * 60_000 + receiptPatience);
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ settled: boolean }>(
      `SELECT completed AND NOT EXISTS (
         SELECT FROM attempt a WHERE a.client_id = $1 AND a.campaign_id = $2
           AND a.finished_at IS NULL AND a.receipt_until > $3) AS settled
       FROM campaign WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, accepted],
    ),
  );
  return row?.settled ?? false;
}
