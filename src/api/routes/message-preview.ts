import { problem, ruleBroken } from '#contract/errors.ts';
import {
  findPreviewAccount,
  findWorstAccounts,
  messagePreviewTexts,
  type WorstAccount,
} from '#contract/message-preview.ts';
import { previewVoiceMessage, voiceMessageTexts } from '#contract/voice-message.ts';
import { asClient } from '#db/database.ts';
import { renderingOf } from '#db/queries/call-sound.ts';
import { accountOfEntry, accountOfPhone } from '#db/queries/preview-account.ts';
import { type ReadyMessage, voiceMessagePreview } from '#db/queries/voice-message.ts';
import { worstAccounts } from '#db/queries/worst-accounts.ts';
import { type PlanSegment, withValues } from '#domain/message-plan.ts';
import { storedPhone } from '#domain/phone.ts';
import { decodeWav, encodeWav } from '#domain/sound/wav.ts';
import { spokenValue } from '#domain/step-speech.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { chosenAccount, shownAccount } from '../preview-account.ts';
import { rangeOf } from '../range.ts';
import { whileFewSpeak } from '../speech-turns.ts';

export function registerMessagePreviewRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, vault, speaker } = deps;

  route(app, findPreviewAccount, async ({ session: { clientId }, query }) => {
    const phone = storedPhone(query.phone);
    if (!phone) throw ruleBroken('phone', messagePreviewTexts.phoneWrong);
    const account = await asClient(db, clientId, (tx) =>
      accountOfPhone(tx, vault, clientId, phone),
    );
    if (!account) throw problem('not_found', messagePreviewTexts.noSuchAccount);
    return shownAccount(account);
  });

  route(app, findWorstAccounts, ({ session: { clientId }, query }) =>
    asClient(db, clientId, async (tx) => {
      const { callListId, fields } = query;
      const ids = fields?.split(',').map(Number);
      const accounts = await worstAccounts(tx, clientId, callListId, ids, vault);
      const worst = found(accounts, 'contact list');
      const shown: WorstAccount[] = [];
      for (const { reason, entryId } of worst) {
        const account = await accountOfEntry(tx, vault, clientId, { callListId, entryId });
        if (account) shown.push({ reason, account: shownAccount(account) });
      }
      return shown;
    }),
  );

  route(app, previewVoiceMessage, async ({ session, params, query, request, reply }) => {
    const { clientId } = session;
    const rendering = await renderingFor(deps, { clientId, voiceMessageId: params.id }, query);
    // What calls played of a message without values needs no account, which may be gone by now.
    const same = query.version !== undefined && !rendering.plan.some(isField);
    const account = same ? undefined : await chosenAccount(deps, clientId, query);
    if (!account) return rangeOf(rendering.preview, request, reply);

    const { samples } = decodeWav(rendering.preview);
    const spoken = await whileFewSpeak(speaker, { clientId, reply }, (own) =>
      withValues(rendering.plan, samples, (field) => spokenValue(field, account, own)),
    );
    return rangeOf(Buffer.from(encodeWav(spoken)), request, reply);
  });
}

const isField = ({ kind }: PlanSegment) => kind === 'field';

/** Of the newest version, or of the one that calls played. */
async function renderingFor(
  { db }: ApiDeps,
  message: { clientId: number; voiceMessageId: number },
  { version }: { version?: number | undefined },
): Promise<ReadyMessage> {
  const { clientId, voiceMessageId } = message;
  if (version !== undefined) {
    const kept = await asClient(db, clientId, (tx) => renderingOf(tx, { ...message, version }));
    if (!kept) throw problem('not_found', voiceMessageTexts.notKept);
    return kept;
  }
  const { exists, rendering } = await asClient(db, clientId, (tx) =>
    voiceMessagePreview(tx, clientId, voiceMessageId),
  );
  found(exists || undefined, 'voice message');
  if (!rendering) throw problem('not_found', voiceMessageTexts.notGenerated);
  return rendering;
}
