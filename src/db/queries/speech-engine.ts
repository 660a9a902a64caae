/** Speech engines that the operator added, and their voices (decision 092). */
import { problem } from '#contract/errors.ts';
import { voices as builtInVoices } from '#domain/speech/voices.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { isNotUnique } from '../errors.ts';
import { speechSecrets } from '../sealed-files.ts';

/** By key, each as the operator typed it. */
export type SpeechSettings = Record<string, string>;

export interface SpeechVoice {
  id: number;
  /** As the engine calls it. */
  engineName: string;
  /** As people call a person. */
  name: string;
}

export interface SpeechEngine {
  engineId: number;
  name: string;
  kind: string;
  sendsTo: string | null;
  sealed: Buffer | null;
  voices: SpeechVoice[];
}

/** Those that were not removed, by name. Runs as the platform. */
export function listSpeechEngines(tx: Tx): Promise<SpeechEngine[]> {
  return tx.rows<SpeechEngine>(
    `SELECT e.speech_engine_id AS "engineId", e.name, e.kind, e.sends_to AS "sendsTo", e.secrets AS sealed,
       coalesce((SELECT json_agg(json_build_object('id', v.voice_id, 'engineName', v.engine_name, 'name', v.name)
                 ORDER BY v.voice_id) FROM speech_voice v WHERE v.speech_engine_id = e.speech_engine_id), '[]') AS voices
     FROM speech_engine e WHERE e.removed_at IS NULL ORDER BY e.name`,
  );
}

/** @throws SealError when the data key is a different one */
export function openedSpeechSettings(
  vault: Vault,
  { name, sealed }: Pick<SpeechEngine, 'name' | 'sealed'>,
): SpeechSettings {
  if (!sealed) return {};
  const text = vault.openBytes(sealed, speechSecrets({ name }).context).toString('utf8');
  return JSON.parse(text) as SpeechSettings;
}

interface NewEngine {
  name: string;
  kind: string;
  settings: SpeechSettings;
  sendsTo: string | undefined;
  voices: readonly Omit<SpeechVoice, 'id'>[];
}

/** Throws `not_unique` when the name is taken, or the name of a voice, which managers choose it by. */
export async function insertSpeechEngine(
  tx: Tx,
  vault: Vault,
  { name, kind, settings, sendsTo, voices }: NewEngine,
): Promise<void> {
  const { context } = speechSecrets({ name });
  const sealed = vault.sealBytes(Buffer.from(JSON.stringify(settings)), context);
  try {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO speech_engine (name, kind, secrets, sends_to) VALUES ($1, $2, $3, $4)
       RETURNING speech_engine_id AS id`,
      [name, kind, sealed, sendsTo ?? null],
    );
    await refuseKnownVoices(tx, voices);
    await tx.run(
      `INSERT INTO speech_voice (speech_engine_id, engine_name, name)
       SELECT $1, v.engine_name, v.name FROM unnest($2::text[], $3::text[]) AS v (engine_name, name)`,
      [row?.id, voices.map(({ engineName }) => engineName), voices.map((voice) => voice.name)],
    );
  } catch (error) {
    if (!isNotUnique(error, 'speech_engine_name')) throw error;
    const sentence = `The speech engine name "${name}" is already taken.`;
    throw problem('not_unique', sentence, { cause: error });
  }
}

/** One after the other, so that two engines cannot bring the same name at once. */
async function refuseKnownVoices(tx: Tx, voices: NewEngine['voices']): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('speech voices'))`);
  const engines = await listSpeechEngines(tx);
  const owners = [
    ...builtInVoices.map((voice) => ({ voice: voice.name, owner: 'Flite, which is built in' })),
    ...engines.flatMap(({ name: owner, voices: own }) =>
      own.map((voice) => ({ voice: voice.name, owner: `the speech engine "${owner}"` })),
    ),
  ];
  for (const { name } of voices) {
    const known = owners.find(({ voice }) => voice.toLowerCase() === name.toLowerCase());
    if (!known) continue;
    throw problem(
      'not_unique',
      `There is a voice named "${known.voice}" of ${known.owner}: managers choose a voice by its name, so give each its own.`,
    );
  }
}

/** Frees its name and deletes its settings; false when there is none. */
export async function removeSpeechEngine(tx: Tx, name: string): Promise<boolean> {
  const removed = await tx.run(
    `UPDATE speech_engine SET removed_at = clock_timestamp(), secrets = NULL
     WHERE name = $1 AND removed_at IS NULL`,
    [name],
  );
  return removed > 0;
}

/** Messages that speak with a voice of this engine. */
export async function messagesOfEngine(tx: Tx, name: string): Promise<number> {
  const row = await tx.row<{ messages: number }>(
    `SELECT count(DISTINCT (m.client_id, m.voice_message_id))::integer AS messages
     FROM speech_engine e JOIN speech_voice v USING (speech_engine_id)
     JOIN voice_message_step s ON s.tts_voice_id = v.voice_id
     JOIN voice_message m USING (client_id, voice_message_id)
     WHERE e.name = $1 AND e.removed_at IS NULL AND m.deleted_at IS NULL`,
    [name],
  );
  return row?.messages ?? 0;
}
