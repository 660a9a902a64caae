import { expect, test } from 'vitest';
import { plainWords } from '#web/ui/words.tsx';
import { noTime, typedTimeOf } from './clock-time.ts';
import { type CampaignDraft, newDraft } from './draft.ts';
import { campaignWords } from './in-words.ts';

const chosen = {
  messages: [
    { id: 1, name: 'Payment reminder', duration: 21 },
    { id: 2, name: 'To machines', duration: null },
    { id: 3, name: 'To the agent', duration: 4 },
  ],
  buckets: [{ rciBucketId: 9, name: 'Main numbers' }],
};
const auto = (weekdays: string, wallTime: string) => ({ weekdays, time: typedTimeOf(wallTime) });
const none = { weekdays: '0000000', time: noTime };
const broadcast: CampaignDraft = {
  ...newDraft('broadcast'),
  ...{ callsPerMinute: 60, callerIdNumber: '(302) 555-0119', callerIdTypeId: 2 },
  ...{ customerMessageId: 1, machineMessageId: 2 },
  ...{ start: auto('1111100', '09:00'), stop: auto('1111100', '20:00') },
};
const words = (draft: CampaignDraft) => campaignWords(draft, chosen).map(plainWords);

test('a Broadcast is said in one sentence, with the length of what it plays', () => {
  expect(words(broadcast)).toEqual([
    'Calls 60 people a minute from (302) 555-0119, Mon–Fri 9 AM to 8 PM Eastern, playing Payment reminder, 0:21, to people and To machines to machines.',
    'Each person is called only during the calling hours where they live; once one number of an account is answered, its others are not called.',
  ]);
});

test('one message for both is named once', () => {
  expect(words({ ...broadcast, machineMessageId: 1 })[0]).toMatch(
    /, playing Payment reminder, 0:21, to people and machines\.$/,
  );
});

test('what is missing or refused is said to be missing, never guessed', () => {
  expect(words(newDraft('broadcast'))[0]).toBe(
    'Calls people at no rate yet from no number yet, when somebody starts it, playing no message yet to people and no message yet to machines.',
  );
  for (const callsPerMinute of [Number.NaN, 0, -5]) {
    expect(words({ ...broadcast, callsPerMinute })[0]).toContain(
      'Calls people at no rate yet from',
    );
  }
  expect(words({ ...broadcast, callerIdNumber: '(302) 555' })[0]).toContain('from no number yet');
  expect(words({ ...broadcast, callerIdTypeId: 3 })[0]).toContain('from numbers of no bucket yet');
});

test.each([
  [auto('1111100', '09:00'), none, 'from Mon–Fri 9 AM Eastern until somebody stops it'],
  [none, auto('0000100', '17:30'), 'when somebody starts it, until Fri 5:30 PM Eastern'],
  [auto('1000000', '20:00'), auto('0100000', '06:00'), 'from Mon 8 PM until Tue 6 AM Eastern'],
  [auto('1111111', '12:00'), auto('1111111', '17:00'), 'Every day noon to 5 PM Eastern'],
  [{ ...none, time: typedTimeOf('09:00') }, none, 'when somebody starts it'],
  [{ weekdays: '1000000', time: { text: '18', half: 'AM' as const } }, none, 'from Mon 6 PM'],
])('times are said as people say them (%#)', (start, stop, said) => {
  expect(words({ ...broadcast, start, stop })[0]).toContain(`, ${said}`);
});

test('a Linkback says whom it connects, and one person is not people', () => {
  const linkback: CampaignDraft = {
    ...broadcast,
    ...{ type: 'linkback', callRatio: 1.5, agentCount: 12, linkbackNumber: '(302) 555-0199' },
    agentMessageId: 3,
  };
  const [calls, connects] = words(linkback);
  expect(calls).toContain('Calls 1.5 people for each free one of 12 agents from (302) 555-0119');
  expect(connects).toBe(
    'Anyone who presses 1 is connected to (302) 555-0199, where the agent first hears To the agent.',
  );
  expect(words({ ...linkback, callRatio: 1, agentCount: 1 })[0]).toContain(
    'Calls 1 person for each free one of 1 agent from',
  );
  expect(words(newDraft('linkback'))[0]).toContain(
    'Calls people at no ratio yet for each free one of no agents yet from',
  );
  expect(words({ ...broadcast, callsPerMinute: 1_200 })[0]).toContain('Calls 1,200 people');
});
