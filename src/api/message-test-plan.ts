/** What a manager who tries a message is called or texted with (decision 095). */

import type { z } from 'zod';
import { callerIdType, campaignType } from '#contract/campaign.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { type testBody, messageTestTexts as texts } from '#contract/message-test.ts';
import type { Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { readNumberUse } from '#db/queries/caller-id-use.ts';
import type { StoredCallerId } from '#db/queries/claim-request.ts';
import type { PlayableMessage } from '#db/queries/lease.ts';
import type { ContactPlan } from '#db/queries/manager-contact.ts';
import { firstTextingNumber } from '#db/queries/manager-phone.ts';
import * as tested from '#db/queries/message-test.ts';
import { type AccountKey, accountOfEntry, accountOfPhone } from '#db/queries/preview-account.ts';
import { accountOfList, textFields, textValuesOf } from '#db/queries/test-account.ts';
import { bucketChoice } from '#domain/caller-id-choice.ts';
import { storedPhone } from '#domain/phone.ts';
import { fieldsOf, fillText } from '#domain/text-message.ts';
import { easternDate } from '#domain/wall-time.ts';
import { found } from './found.ts';

type Wish = z.output<typeof testBody>;

export interface TestPlan {
  plan: ContactPlan;
  campaignName: string | null;
  messageName: string;
}

export interface PlanContext {
  vault: Vault;
  clientId: number;
  /** The manager's own, 11 digits. */
  phone: string;
  /** Of the engine's clock. */
  now: Date;
}

/** @throws `rule_broken`, `not_found` or `conflict` with a sentence on what is missing */
export async function planOf(tx: Tx, context: PlanContext, wish: Wish): Promise<TestPlan> {
  const { campaignId } = wish;
  const { clientId } = context;
  // Also the one that this channel does not use: another client's record is never passed over.
  if (wish.channel === 'voice' && wish.textMessageId !== undefined) {
    found(await tested.readTestedText(tx, clientId, wish.textMessageId), 'text message');
  }
  if (wish.channel === 'text' && wish.voiceMessageId !== undefined) {
    found(await tested.readTestedVoiceMessage(tx, clientId, wish.voiceMessageId), 'voice message');
  }
  const campaign =
    campaignId === undefined
      ? undefined
      : found(await tested.readTestedCampaign(tx, clientId, campaignId), 'campaign');
  if (campaign) {
    const isText = campaign.type === campaignType.texting;
    if (isText && wish.channel === 'voice') throw ruleBroken('channel', texts.notText);
    if (!isText && wish.channel === 'text') throw ruleBroken('channel', texts.notVoice);
  }
  return wish.channel === 'voice'
    ? callPlan(tx, context, wish, campaign)
    : textPlan(tx, context, wish, campaign);
}

type Campaign = tested.TestedCampaign | undefined;

async function callPlan(
  tx: Tx,
  context: PlanContext,
  wish: Wish,
  campaign: Campaign,
): Promise<TestPlan> {
  const { clientId } = context;
  const { voiceMessageId, hear } = wish;
  if (!campaign && voiceMessageId === undefined) throw ruleBroken('campaignId', texts.nothing);
  const chosen =
    voiceMessageId === undefined
      ? campaign?.[hear]
      : found(await tested.readTestedVoiceMessage(tx, clientId, voiceMessageId), 'voice message');
  if (!chosen) throw problem('conflict', texts.noMessage);
  const own = readyOf(chosen);
  // A machine gets the campaign's other message, as in a real call, which hangs up without one.
  const asCalled = voiceMessageId === undefined && hear === 'customer';
  const machine = asCalled ? (campaign?.machine?.message ?? null) : own;
  if (wish.callAgent && !campaign?.linkbackNumber) throw ruleBroken('callAgent', texts.noLinkback);
  const agentMessage = campaign?.agent?.message ?? null;
  const played = [own, machine, agentMessage].filter((message) => message !== null);
  const account = await accountOf(tx, context, wish, [
    ...new Set(played.flatMap(({ fields = [] }) => fields)),
  ]);
  const number = campaign?.linkbackNumber ?? '';
  return {
    campaignName: campaign?.name ?? null,
    messageName: chosen.name,
    plan: {
      ...{ kind: 'call', person: own, machine, heardAs: account ?? 'nobody' },
      callerId: await callerIdOf(tx, context, campaign),
      callerIdName: campaign?.callerIdName ?? '',
      linkback: number === '' ? null : { number, agentMessage, callAgent: wish.callAgent },
    },
  };
}

function readyOf({ message }: tested.Named<PlayableMessage>): PlayableMessage {
  if (!message) throw problem('conflict', texts.notReady);
  return message;
}

/** As the next call of the campaign would show; a bucket's number is not counted as used. */
async function callerIdOf(
  tx: Tx,
  { clientId, phone, now }: PlanContext,
  campaign: Campaign,
): Promise<StoredCallerId> {
  if (!campaign) return { type: callerIdType.single, number: '' };
  const { callerIdType: type, callerIdNumber, callerIdBucketId } = campaign;
  if (type === callerIdType.dynamic && callerIdBucketId !== null) {
    const numbers = await readNumberUse(tx, clientId, callerIdBucketId, easternDate(now));
    return { type, number: bucketChoice(numbers).choose(phone) ?? '' };
  }
  return { type, number: type === callerIdType.single ? callerIdNumber : '' };
}

async function textPlan(
  tx: Tx,
  context: PlanContext,
  wish: Wish,
  campaign: Campaign,
): Promise<TestPlan> {
  const { clientId } = context;
  const { textMessageId } = wish;
  if (!campaign && textMessageId === undefined) throw ruleBroken('campaignId', texts.nothing);
  const chosen =
    textMessageId === undefined
      ? campaign?.text
      : found(await tested.readTestedText(tx, clientId, textMessageId), 'text message');
  const message = chosen?.message;
  if (!chosen || !message) throw problem('conflict', texts.noMessage);
  const from = campaign ? campaign.sendersNumber : await firstTextingNumber(tx, clientId);
  if (!from) throw problem('conflict', campaign ? texts.noSender : texts.noTextingNumber);
  const fields = fieldsOf(message).map((token) => textFields[token]);
  const account = await accountOf(tx, context, wish, fields);
  const values = account && found(await textValuesOf(tx, clientId, account), 'account');
  const body = values ? fillText(message, values) : message;
  if (body.trim() === '') throw problem('conflict', texts.emptyText);
  return {
    campaignName: campaign?.name ?? null,
    messageName: chosen.name,
    plan: { kind: 'text', from, body },
  };
}

/** Whose values; undefined for none. */
async function accountOf(
  tx: Tx,
  { clientId, vault }: PlanContext,
  wish: Wish,
  fields: readonly number[],
): Promise<AccountKey | undefined> {
  const { values, callListId, entryId } = wish;
  if (values === 'placeholders') return undefined;
  if (values === 'account' && wish.phone !== undefined) {
    const phone = storedPhone(wish.phone);
    const account = phone && (await accountOfPhone(tx, vault, clientId, phone));
    if (!account) throw ruleBroken('phone', texts.noAccount);
    return account;
  }
  if (callListId === undefined) throw ruleBroken('callListId', texts.noList);
  if (values !== 'account') {
    const account = await accountOfList(tx, clientId, callListId, values, fields);
    return found(account, 'account');
  }
  if (entryId === undefined) throw ruleBroken('values', texts.needsValues);
  return found(await accountOfEntry(tx, vault, clientId, { callListId, entryId }), 'account');
}
