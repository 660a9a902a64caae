import { expect, test } from 'vitest';
import { textCampaign } from '#contract/text-campaign.ts';
import { bodyOf, draftErrors, draftOf, newDraft } from './draft.ts';

const now = new Date('2026-11-20T15:30:00Z');
const campaign = textCampaign.parse({
  campaignId: 7,
  clientId: 3,
  name: 'Balance',
  purpose: 'informational',
  campaignStatusId: 1,
  campaignStatusName: 'Stopped',
  updated: '2026-11-20T15:00:00Z',
  textPerMinute: 12,
  messageTextId: 4,
  textMessageName: 'Reminder',
  sendersNumberId: 5,
  originalSendersNumberId: 5,
  startAutomatically: false,
  stopAutomatically: false,
  startTime: null,
  stopTime: null,
  startWeekdays: '00000',
  stopWeekdays: '00000',
  followUps: [],
});

test('the save body is that of the documents: nothing automatic, 00000, the current time', () => {
  const draft = { ...draftOf(campaign), name: ' Balance 2 ', sendersNumberId: 6 };
  expect(bodyOf(draft, campaign, 3, now)).toEqual({
    // Beyond the documents.
    ...{ purpose: 'informational', followUps: [] },
    campaignId: 7,
    clientId: 3,
    name: 'Balance 2',
    purpose: 'informational',
    textPerMinute: 12,
    messageTextId: 4,
    sendersNumberId: 6,
    originalSendersNumberId: 5,
    startAutomatically: false,
    stopAutomatically: false,
    startTime: now.toISOString(),
    stopTime: now.toISOString(),
    startWeekdays: '00000',
    stopWeekdays: '00000',
  });
  expect(bodyOf({ ...draft }, undefined, 3, now)).toMatchObject({
    campaignId: 0,
    clientId: 3,
    originalSendersNumberId: 0,
  });
});

test('a name of another text campaign is taken, whatever its case; its own is not among them', () => {
  const draft = draftOf(campaign);
  expect(draftErrors(draft, ['balance '])).toEqual([
    { path: 'name', message: 'Campaign name must be unique' },
  ]);
  expect(draftErrors(draft, ['Another'])).toEqual([]);
});

test('a new campaign lacks all four', () => {
  expect(draftErrors(newDraft, []).map(({ path }) => path)).toEqual([
    'name',
    'textPerMinute',
    'sendersNumberId',
    'messageTextId',
  ]);
});
