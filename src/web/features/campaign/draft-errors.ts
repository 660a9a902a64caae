/** What keeps a voice campaign's draft from being saved, according to the contract. */
import { campaignTexts } from '#contract/campaign.ts';
import type { FieldError } from '#contract/errors.ts';
import { broadcastInput, linkbackInput } from '#contract/voice-campaign.ts';
import { ownNumberErrors } from '#domain/own-number.ts';
import { fieldsOf, inFormOrder, schemaErrors, takenName } from '#web/lib/schema-form.ts';
import { timeError } from './clock-time.ts';
import type { CampaignDraft } from './draft.ts';
import { bodyOf } from './save-body.ts';

const schemas = { broadcast: broadcastInput, linkback: linkbackInput };

/**
 * Every rule that the draft breaks, in the order of the form. `otherNames` are those of the
 * client's other voice campaigns.
 */
export function draftErrors(draft: CampaignDraft, otherNames: readonly string[]): FieldError[] {
  const schema = schemas[draft.type];
  const times: FieldError[] = (['start', 'stop'] as const).flatMap((kind) => {
    const message = timeError(draft[kind].time);
    return message ? [{ path: `${kind}Time`, message }] : [];
  });
  // The day does not matter here, only whether there is a time.
  const body = bodyOf(draft, new Date());
  return inFormOrder(schema, [
    ...takenName(draft.name, otherNames, campaignTexts.nameUnique),
    ...times,
    ...schemaErrors(schema, body),
    ...ownNumberErrors(fieldsOf(schema, body)),
  ]);
}
