/** The fields of document 1 section 3. */
import { expect, test } from 'vitest';
import { documentWorld } from './document-1-world.ts';

const { clientId, ids, got } = await documentWorld();

const voiceFields =
  'campaignId, name, clientId, campaignStatusId, campaignStatusName, campaignType, campaignTypeName, updated, startTime, stopTime, startAutomatically, stopAutomatically, callerIdNumber, callerIdName, callerIdTypeId, campaignStarted, startTimeSpan, stopTimeSpan, startWeekdays, stopWeekdays, rciBucketId';
const countFields =
  'campaignType, avgDuration, countTotal, countTotalCalled, countMachine, countPerson, countTotalFailed, countTotalNoAnswer';
const textCounts = 'textTotal, textDelivered, textFailed, textRemaining';
const transfers = 'avgDurationTransfer, countTransfer';

test.each<[string, () => string, fields: string]>([
  [
    'a Broadcast',
    () => `/api/campaign/broadcast/${ids.broadcast}/item`,
    `${voiceFields}, callsPerMinute, customerMessageId, machineMessageId`,
  ],
  [
    'a Linkback',
    () => `/api/campaign/linkback/${ids.linkback}/item`,
    `${voiceFields}, callRatio, linkbackNumber, agentCount, customerMessageId, machineMessageId, agentMessageId`,
  ],
  [
    'a text campaign',
    () => `/api/campaigntext?clientId=${clientId}`,
    'campaignId, clientId, name, campaignStatusName, updated, textPerMinute, messageTextId, textMessageName, sendersNumberId, originalSendersNumberId, startAutomatically, stopAutomatically, startTime, stopTime, startWeekdays, stopWeekdays',
  ],
  [
    'a texting phone number',
    () => `/api/campaigntext/${clientId}/phonenumbers`,
    'textingPhoneNumberId, phoneNumber',
  ],
  [
    'an account field',
    () => `/api/customfield?clientId=${clientId}`,
    'id, clientId, customIndex, name, messageEnabled, used',
  ],
  [
    'a bucket',
    () => `/api/rci?clientId=${clientId}`,
    'rciBucketId, name, size, dateAssigned, campaigns, rciBucketSizeName',
  ],
  [
    'a call list',
    () => `/api/calllist?clientId=${clientId}`,
    'callListId, campaignId, callListStatusId, callListStatusName, originalFileName, campaignName, created, phoneCount, accountCount, availableCount, calledCount, notCalledCount, dncCount, fieldName, fieldColumn, originalCallListId, originalCallListName',
  ],
  [
    'the stats of a call list',
    () => `/api/calllist?clientId=${clientId}&calllistId=${ids.list}&type=1`,
    `callListId, clientId, ${countFields}`,
  ],
  [
    'the stats of a Linkback call list',
    () => `/api/calllist?clientId=${clientId}&calllistId=${ids.linkbackList}&type=2`,
    `callListId, clientId, ${countFields}, ${transfers}`,
  ],
  [
    'the stats of a list of texts',
    () => `/api/calllist?clientId=${clientId}&calllistId=${ids.textList}&type=3`,
    `callListId, clientId, ${textCounts}`,
  ],
  [
    'the stats of a campaign',
    () => `/api/campaign?clientId=${clientId}&campaignId=${ids.broadcast}&type=Broadcast`,
    `campaignId, ${countFields}`,
  ],
  [
    'a do-not-call entry',
    () => `/api/donotcall?clientId=${clientId}`,
    'id, clientId, phoneRestriction, doNotCallTypeId',
  ],
  [
    'a voice message',
    () => `/api/message?clientId=${clientId}`,
    'id, name, clientId, messageStatusId, messageStatusName, messageSteps, campaigns',
  ],
  [
    'a text message',
    () => `/api/messagetext?clientId=${clientId}`,
    'id, name, clientId, message, created, updated, campaigns',
  ],
])('%s has every documented field', async (_name, path, fields) => {
  const row = await got(path());
  expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(fields.split(', ')));
});
