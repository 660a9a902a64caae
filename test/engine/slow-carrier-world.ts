/** Carriers that answer only when they are told to. */
import type { VoiceCarrier } from '../../src/carriers/port.ts';
import type { TextCarrier, TextRequest } from '../../src/carriers/text-port.ts';
import { asPlatform, type Database } from '../../src/db/database.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import type { Campaign } from './world.ts';

export interface Held {
  /** From now on answers come at once; those that were held come too. */
  release(): void;
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let open = false;
  return {
    passed: () => (open ? undefined : promise),
    release() {
      open = true;
      resolve();
    },
  };
}

export interface SlowTexts extends TextCarrier, Held {
  /** Handed over, answered or not. */
  handed: TextRequest[];
  /** What the engine says of each hand-over, asked at any time. */
  mayWrite: (() => boolean)[];
}

/** @param late what comes late: the text itself, or only the answer of a text that is sent at once */
export function slowTexts(carrier: TextCarrier, late: 'text' | 'answer'): SlowTexts {
  const { passed, release } = gate();
  const handed: TextRequest[] = [];
  const mayWrite: (() => boolean)[] = [];
  return {
    ...carrier,
    name: 'slow',
    handed,
    mayWrite,
    release,
    async submit(texts, may = () => true) {
      handed.push(...texts);
      mayWrite.push(may);
      if (late === 'text') await passed();
      const answers = await carrier.submit(texts, may);
      await passed();
      return answers;
    },
  };
}

export interface SlowCalls extends VoiceCarrier, Held {
  /** Calls handed over, answered or not. */
  asked: number;
  /** What the engine says of each hand-over, asked at any time. */
  mayPlace: (() => boolean)[];
}

export function slowCalls(carrier: VoiceCarrier): SlowCalls {
  const { passed, release } = gate();
  return {
    ...carrier,
    name: 'slow',
    asked: 0,
    mayPlace: [],
    release,
    async place(calls, may = () => true) {
      this.asked += calls.length;
      this.mayPlace.push(may);
      await passed();
      return carrier.place(calls, may);
    },
  };
}

export async function giveCarrier(db: Database, { clientId }: Campaign, name: string) {
  await asPlatform(db, async (tx) => {
    await tx.run(
      "INSERT INTO carrier (name, kind) VALUES ($1, 'simulated') ON CONFLICT DO NOTHING",
      [name],
    );
    await setCarrierChoice(tx, clientId, { voice: name, text: name });
  });
}

/** Whether the campaign's lease stands, and how often it changed hands. */
export function leaseOf(db: Database, { clientId, campaignId }: Campaign) {
  return asPlatform(db, (tx) =>
    tx.row<{ stands: boolean; fence: number }>(
      `SELECT until > clock_timestamp() AS stands, fence FROM campaign_lease
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
}
