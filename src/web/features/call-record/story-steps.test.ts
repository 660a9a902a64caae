import { expect, test } from 'vitest';
import type { CallRecordStory } from '#contract/call-record-story.ts';
import { billing, headline, storySteps } from './story-steps.ts';

const record = {
  ...{ recordId: '1-2-3', phoneNumber: '12156716723', callTypeName: 'Transfer' },
  outcome: 'person',
  startTime: '2026-11-20T15:39:43.000Z',
  answerTime: '2026-11-20T15:39:59.000Z',
  finishTime: '2026-11-20T15:41:54.000Z',
  ...{ duration: 115, billedDuration: 120, minuteCost: 0.0145, cost: 0.029 },
  ...{ callerId: '13025550119', callerIdTypeName: 'Single Caller Id' },
  ...{ calllistName: 'November 19', campaignName: 'Orthopedics statements' },
  ...{ firstName: 'James', lastName: 'Okafor', middleName: '', dateOfBirth: '', ssn: '' },
  ...{ city: '', state: '', zipCode: '', externalId: 'HRO-00402913' },
  ...{ keyPressed: '1', messageVersion: 7, carrierWords: 'normal clearing (16)' },
} as const;

const transfer: CallRecordStory = {
  record,
  ...{ campaignId: 1, callListId: 2, entryId: 3, line: 4 },
  allowedBy: {
    zones: [{ zone: 'America/New_York', localTime: '10:39' }],
    ...{ zoneCount: 1, opens: '08:00', closes: '21:00', valuesHash: null },
    counted: { counted: 1, most: 3, days: 7 },
    campaignVersion: null,
    messages: [{ role: 'customer', id: 9, version: 7 }],
  },
  course: {
    message: { id: 9, version: 7, at: 17_000, ms: 34_000 },
    keys: [['1', 39_000]],
    agentAnsweredAt: 40_100,
    connectedAt: 44_000,
    endedBy: 'person',
  },
  message: { id: 9, name: 'Balance reminder', version: 7, current: true, kept: true },
  agentCalledAt: '2026-11-20T15:40:22.000Z',
  talked: 91,
  ...{ text: null, replies: [] },
};

test('the steps of a call that an agent took go from what allowed it to who hung up', () => {
  expect(headline(transfer)).toBe('Person, pressed 1, transferred');
  const steps = storySteps(transfer).map(({ at, title, detail }) => [
    at?.slice(11, 19),
    title,
    detail,
  ]);
  expect(steps).toEqual([
    [
      '15:39:43',
      'Allowed',
      '10:39 AM in Eastern Time, hours 8:00 AM to 9:00 PM, 1 of 3 attempts used in 7 days, message version 7.',
    ],
    ['15:39:43', 'Dialed as (302) 555-0119', 'Orthopedics statements, November 19'],
    ['15:39:59', 'Answered after 16 s', 'By a person'],
    ['15:40:00', 'Played Balance reminder', 'Version 7, 0:34 long'],
    ['15:40:22', 'Pressed 1', '22 s into the message'],
    ['15:40:23', 'An agent answered after 1.1 s', undefined],
    ['15:40:27', 'Connected to the agent', 'Talked 1:31'],
    ['15:41:54', 'Customer hung up', "Carrier's words: normal clearing (16)"],
  ]);
  // The key cut the message.
  expect(storySteps(transfer).find(({ heardMs }) => heardMs !== undefined)?.heardMs).toBe(22_000);
  expect(billing(transfer)).toEqual({
    words: '115 s, billed 120 s at $0.0145 a minute:',
    cost: '$0.029',
  });
});

test('a call that nobody answered, of before courses were kept, says when it ended and why', () => {
  const unanswered = {
    ...transfer,
    ...{ allowedBy: null, course: null, message: null, agentCalledAt: null, talked: null },
    record: {
      ...record,
      outcome: 'no_answer',
      ...{ callTypeName: 'Outbound', keyPressed: '', answerTime: null },
      ...{ callerId: '', callerIdTypeName: 'Hide Caller Id', carrierWords: '' },
      finishTime: '2026-11-20T15:40:08.000Z',
    },
  } as const;
  expect(headline(unanswered)).toBe('No answer');
  expect(storySteps(unanswered)[0]?.detail).toBe('Not recorded at that time.');
  expect(storySteps(unanswered).map(({ title }) => title)).toEqual([
    'Allowed',
    'Dialed with a hidden caller ID',
    'No answer after 25 s',
  ]);
});

test('the steps of a text have what it said, how it was received, and what the person wrote back', () => {
  const text = {
    ...transfer,
    ...{ course: null, message: null, agentCalledAt: null, talked: null },
    record: { ...record, outcome: 'replied', callTypeName: 'Text', carrierWords: '' },
    text: { body: 'Your balance is due.', from: '13025550100' },
    replies: [
      { inboundTextId: 5, received: '2026-11-20T15:50:00Z', message: 'Who is this?', intent: 1 },
    ],
  } as const satisfies CallRecordStory;
  expect(storySteps(text).map(({ title, words }) => [title, words])).toEqual([
    ['Allowed', undefined],
    ['Sent from (302) 555-0100', 'Your balance is due.'],
    ['Delivered', undefined],
    ['The person wrote back', 'Who is this?'],
  ]);
});
