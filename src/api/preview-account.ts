import type { PreviewAccount } from '#contract/message-preview.ts';
import type { SpokenKind } from '#contract/spoken-kind.ts';
import { ttsMode } from '#contract/voice-message.ts';
import { asClient } from '#db/database.ts';
import { type AccountValues, accountOfEntry } from '#db/queries/preview-account.ts';
import { SpeechError } from '#domain/speech/speaker.ts';
import { valueSpeech } from '#domain/step-speech.ts';
import type { ApiDeps } from './deps.ts';
import { found } from './found.ts';

/**
 * The account that a preview speaks for; undefined when none is chosen, 404 when it does not exist.
 */
export async function chosenAccount(
  { db, vault }: Pick<ApiDeps, 'db' | 'vault'>,
  clientId: number,
  { callListId, entryId }: { callListId?: number | undefined; entryId?: number | undefined },
): Promise<AccountValues | undefined> {
  if (callListId === undefined && entryId === undefined) return undefined;
  if (callListId === undefined || entryId === undefined) return found(undefined, 'account');
  const account = await asClient(db, clientId, (tx) =>
    accountOfEntry(tx, vault, clientId, { callListId, entryId }),
  );
  return found(account, 'account');
}

/** As the console shows an account: with its values in words where those differ. */
export function shownAccount({ kinds, values, ...account }: AccountValues): PreviewAccount {
  const shown = [...values].map(([id, value]) => {
    const words = wordsOf(value, kinds.get(id));
    return words === value ? { id, value } : { id, value, words };
  });
  return { ...account, values: shown };
}

/** '' for what calls do not say: signs only, or letters that the voices cannot speak. */
function wordsOf(value: string, kind: SpokenKind | undefined): string {
  try {
    return valueSpeech(value, ttsMode.normal, kind) ?? '';
  } catch (error) {
    if (error instanceof SpeechError) return '';
    throw error;
  }
}
