/** Values of lists that the voices cannot speak, such as names in another script: calls leave them out. */
import { setImmediate } from 'node:timers/promises';
import { ttsMode } from '#contract/voice-message.ts';
import { SpeechError } from '#domain/speech/speaker.ts';
import { valueSpeech } from '#domain/step-speech.ts';
import type { Tx } from '../database.ts';
import { clearText, isForeign, mostCounted, sensitiveFields } from './worst-accounts.ts';

/** The most values that are tried, those of most numbers first. */
const mostTried = 5_000;
/** Values that are tried before other work has its turn. */
const slice = 250;

/** Of a field; only those where a value was found. */
export interface Unspoken {
  /** Numbers whose value cannot be spoken. */
  numbers: number;
  /** Numbers whose value was not tried. */
  untried: number;
}

/**
 * How many numbers of lists have a value that the voices cannot speak, by mapping id. Only values with
 * other signs than ASCII are read, each once; what a mask leaves can always be spoken.
 *
 * @param foreign numbers with such a value, by mapping id (`readFieldFigures`): a field without one is not read
 */
export async function readUnspoken(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  foreign: ReadonlyMap<number, number>,
): Promise<Map<number, Unspoken>> {
  const fieldIds = [...foreign.keys()].filter((id) => foreign.get(id) !== 0);
  if (fieldIds.length === 0 || callListIds.length === 0) return new Map();
  const sensitive = await sensitiveFields(tx, clientId, fieldIds);
  const fields = fieldIds.flatMap((id) => {
    const text = clearText(id, sensitive);
    return text === undefined ? [] : `(${Math.trunc(id)}, (${text})::text)`;
  });
  const found = new Map<number, Unspoken>();
  // Somebody may have marked a field as sensitive since it was counted.
  if (fields.length === 0) return found;
  const rows = await tx.rows<{ id: number; text: string; numbers: number }>(
    `SELECT f.id, f.text, count(*) AS numbers
     FROM (SELECT * FROM list_entry
           WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[]) LIMIT ${mostCounted}) e
     CROSS JOIN LATERAL (VALUES ${fields.join(', ')}) AS f (id, text)
     WHERE ${isForeign('f.text')}
     GROUP BY f.id, f.text ORDER BY numbers DESC, f.id, f.text LIMIT ${mostTried}`,
    [clientId, callListIds],
  );
  for (const [at, { id, text, numbers }] of rows.entries()) {
    if (at % slice === slice - 1) await setImmediate();
    const field = found.get(id) ?? { numbers: 0, untried: foreign.get(id) ?? 0 };
    field.untried = Math.max(0, field.untried - numbers);
    if (!isSpoken(text)) field.numbers += numbers;
    found.set(id, field);
  }
  return found;
}

function isSpoken(text: string): boolean {
  try {
    valueSpeech(text, ttsMode.normal);
    return true;
  } catch (error) {
    if (error instanceof SpeechError) return false;
    throw error;
  }
}
