/** What a voice message speaks in the accounts of a list in which it is most likely to go wrong. */
import type { WorstAccount } from '#contract/lint.ts';
import type { SpokenKind } from '#contract/spoken-kind.ts';
import { SpeechError } from '#domain/speech/speaker.ts';
import { valueSpeech } from '#domain/step-speech.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import type { LintMessage } from './lint-message.ts';
import { accountOfEntry } from './preview-account.ts';
import type { FieldFigures } from './worst-accounts.ts';

/** Those that have a blank value, a sign or a digit; sealed values are opened only here, and masked. */
export async function spokenInWorst(
  tx: Tx,
  clientId: number,
  vault: Vault,
  { fields }: LintMessage,
  { worst }: FieldFigures,
): Promise<WorstAccount[]> {
  const accounts: WorstAccount[] = [];
  for (const { kind, figure, callListId, entryId } of worst) {
    if (figure === 0) continue;
    const account = await accountOfEntry(tx, vault, clientId, { callListId, entryId });
    if (!account) continue;
    const values = fields.map(({ fieldId, modeId, name }) => {
      const value = account.values.get(fieldId) ?? '';
      return { field: name, value, spoken: spokenOf(value, modeId, account.kinds.get(fieldId)) };
    });
    accounts.push({ kind, callListId, entryId, values });
  }
  return accounts;
}

function spokenOf(value: string, modeId: number, kind: SpokenKind | undefined): string | null {
  try {
    return valueSpeech(value, modeId, kind) ?? '';
  } catch (error) {
    if (error instanceof SpeechError) return null;
    throw error;
  }
}
