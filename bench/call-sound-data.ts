/** The message and the accounts of bench/call-sound.ts: some 15 seconds with three fields between its texts. */

import { asClient, type Database } from '../src/db/database.ts';
import { joinSteps, type StepSound } from '../src/domain/message-plan.ts';
import { encodeWav } from '../src/domain/sound/wav.ts';
import type { Speaker } from '../src/domain/speech/speaker.ts';
import { voiceById } from '../src/domain/speech/voices.ts';

const slt = 1;

export interface Message {
  clientId: number;
  voiceMessageId: number;
  version: 1;
  soundId: number;
}

interface ListWish {
  clientId: number;
  campaignId: number;
  accounts: number;
  /** Whose values an entry has; its own unless said otherwise. */
  ownerOf: ((entry: number) => number) | undefined;
}

/** First name, amount and a reference that is spelled. */
export async function makeList(db: Database, wish: ListWish): Promise<number> {
  const { clientId, campaignId, accounts, ownerOf = (entry: number) => entry } = wish;
  return asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count,
         phone_columns)
       VALUES ($1, $2, 'L', 4, $3, $3, 1) RETURNING call_list_id AS id`,
      [clientId, campaignId, accounts],
    );
    await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
      clientId,
      list?.id,
    ]);
    const entries = Array.from({ length: accounts }, (_, index) => index + 1);
    const values = entries.map(ownerOf);
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, external_id, custom)
       SELECT $1, $2, e, e, (12120000000 + v)::text, 'Maria ' || v, 'A' || (70000 + v),
         jsonb_build_object('1', '$' || (100 + v) || '.' || (10 + v % 90))
       FROM unnest($3::int[], $4::int[]) AS x (e, v)`,
      [clientId, list?.id, entries, values],
    );
    return list?.id ?? 0;
  });
}

export async function makeMessages(
  db: Database,
  owner: number,
  speaker: Speaker,
): Promise<{ message: Message; same: Message }> {
  const steps = await messageSteps(speaker);
  const spoken = steps.filter(({ kind }) => kind === 'sound');
  return {
    message: await storeMessage(db, owner, steps),
    same: await storeMessage(db, owner, spoken),
  };
}

/** Four texts with three fields between them. */
async function messageSteps(speaker: Speaker): Promise<StepSound[]> {
  const voice = voiceById(slt);
  if (!voice) throw new Error('There is no voice.');
  const texts = [
    'Hello. This is a message from Harbor Regional Orthopedics for',
    'Our records show an open balance of',
    'Please have your reference at hand, which is',
    'Press 1 to speak with someone in billing, or 9 if you do not want to be called again.',
  ];
  const sounds = await Promise.all(texts.map((text) => speaker.speak(text, voice)));
  const fields = [1, 12, 11].map((fieldId): StepSound => {
    const modeId = fieldId === 11 ? 2 : 1;
    return {
      kind: 'field',
      stepId: 0,
      fieldId,
      voiceId: slt,
      modeId,
      samples: new Int16Array(8),
    };
  });
  return sounds.flatMap((samples, at) => {
    const step: StepSound = { kind: 'sound', stepId: 0, samples };
    const field = fields[at];
    return field ? [step, field] : [step];
  });
}

async function storeMessage(db: Database, owner: number, parts: StepSound[]): Promise<Message> {
  const { plan, preview } = joinSteps(parts);
  const row = await asClient(db, owner, (tx) =>
    tx.row<{ id: number; soundId: number }>(
      `WITH message AS (
         INSERT INTO voice_message (client_id, name, status_id, ready_version)
         VALUES ($1, 'Reminder', 3, 1) RETURNING voice_message_id AS id)
       INSERT INTO voice_message_rendering (client_id, voice_message_id, version, plan, preview, duration_ms)
       SELECT $1, id, 1, $2, $3, 0 FROM message
       RETURNING voice_message_id AS id, sound_id AS "soundId"`,
      [owner, JSON.stringify(plan), encodeWav(preview)],
    ),
  );
  const { id = 0, soundId = 0 } = row ?? {};
  return { clientId: owner, voiceMessageId: id, version: 1, soundId };
}
