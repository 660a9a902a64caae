import { expect, test } from 'vitest';
import type { Campaign } from '#contract/campaign.ts';
import type { PolicyRule } from '#contract/policy.ts';
import type { StoredReason } from '#contract/reason.ts';
import { heldSentence } from '#domain/governor/abandonment-words.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { autoToday, offersStop } from '#web/lib/campaign-run.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { closedSentences } from './closed-sentence.ts';
import {
  asksForList,
  isReasonOf,
  lastSeenSentence,
  runSentence,
  sortedForMonitoring,
  statusWithReason,
  waitsForCarrier,
} from './run-state.ts';

function campaign(given: Partial<Campaign> = {}): Campaign {
  return {
    campaignId: 1,
    clientId: 1,
    name: 'Reminders',
    campaignStatusId: 1,
    campaignStatusName: 'Stopped',
    campaignType: 1,
    campaignTypeName: 'Broadcast',
    updated: '2026-11-20T15:00:00Z',
    startTime: null,
    stopTime: null,
    startAutomatically: false,
    stopAutomatically: false,
    startWeekdays: '0000000',
    stopWeekdays: '0000000',
    campaignStarted: null,
    startTimeSpan: null,
    stopTimeSpan: null,
    statusReason: null,
    reason: null,
    callsPerMinute: 42,
    ...given,
  };
}
const morning = new Date('2026-11-20T15:00:00Z');
const some = { lists: 1, inProgress: 0, waiting: 9 };
const none = { lists: 0, inProgress: 0, waiting: 0 };
const completed = { campaignStatusName: 'Completed' };

test('campaigns stand by status id, descending, and completed ones after stopped ones', () => {
  const ids = sortedForMonitoring([
    campaign({ campaignId: 1, ...completed }),
    campaign({ campaignId: 2 }),
    campaign({ campaignId: 3, campaignStatusId: 3 }),
    campaign({ campaignId: 4, campaignStatusId: 4 }),
    campaign({ campaignId: 5, campaignStatusId: 2 }),
  ]).map(({ campaignId }) => campaignId);
  expect(ids).toEqual([4, 3, 5, 2, 1]);
});

test('only Starting and Running offer a stop', () => {
  expect([1, 2, 3, 4].map(offersStop)).toEqual([false, true, true, false]);
});

test('a running campaign says its pace, and first what it waits for', () => {
  expect(runSentence(campaign({ campaignStatusId: 3 }), some)).toEqual({
    fact: 'Dialing 42 calls a minute.',
  });
  const statusReason = 'Waits for calling hours until 11:00 AM ET.';
  expect(runSentence(campaign({ campaignStatusId: 3, statusReason }), some)).toEqual({
    fact: statusReason,
    more: 'It is set to dial 42 calls a minute.',
  });
});

test('what part of its numbers waits is said between its pace and its calls', () => {
  const waits = '916 of 1,697 wait for 8:00 AM in Hawaii, until 1:00 PM ET.';
  const figures = { lists: 1, inProgress: 6, waiting: 1_697, waits };
  expect(runSentence(campaign({ campaignStatusId: 3 }), figures)).toEqual({
    fact: 'Dialing 42 calls a minute.',
    more: `${waits} 6 calls are in progress.`,
  });
});

test('an order that closes whole days is named beside the hours that its numbers wait for', () => {
  const rule = {
    ...{ ruleId: 1, purpose: null, campaignId: null, country: null, state: 'FL', channel: 'any' },
    ...{ preset: null, source: 'Order 26-1', sourceDate: null },
    terms: {
      ...{ kind: 'hours', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
      ...{ open: null, close: null, from: '2026-11-20', until: '2026-11-22' },
    },
  } as const satisfies PolicyRule;
  const closedOf = (count: number, until: string | null) =>
    closedSentences({
      ...{ campaignId: 1, at: morning.toISOString(), lists: 1, loaded: 9, followUps: 0, called: 0 },
      ...{ inProgress: 0, callableNow: 0, waiting: [], cap: null, barred: [], leftOut: [] },
      closed: [
        { rule: { ...rule, terms: { ...rule.terms, days: [...rule.terms.days] } }, count, until },
      ],
    });
  const order = 'Florida: No calls or texts from Nov 20 through Nov 22, 2026 (Order 26-1).';
  const [closed] = closedOf(1_204, '2026-11-23T13:00:00Z');
  expect(closed).toBe(
    `1,204 numbers wait until Nov 23, 8:00 AM because of the contact policy. ${order}`,
  );
  expect(closedOf(1, null)).toEqual([
    `1 number waits for more than 14 days because of the contact policy. ${order}`,
  ]);
  const statusReason = 'Waits for calling hours until Nov 23, 8:00 AM ET.';
  const running = campaign({ campaignStatusId: 3, statusReason });
  expect(runSentence(running, { ...some, closed })).toEqual({
    fact: statusReason,
    more: `${closed} It is set to dial 42 calls a minute.`,
  });
  expect(runSentence(campaign({ campaignStatusId: 3 }), { ...some, closed }).more).toBe(closed);
});

test('while the connection is lost, nothing is said in the present tense', () => {
  const running = campaign({ campaignStatusId: 3, campaignStatusName: 'Running' });
  const { fact, more } = lastSeenSentence(running, new Date('2026-11-20T15:42:18Z'));
  expect(fact).toBe('At 10:42:18 AM it was running.');
  expect(`${fact} ${more}`).not.toMatch(/Dialing|in progress/);
});

test('a Linkback dials for its agents', () => {
  const agents = { campaignType: 2, agentCount: 12, callRatio: 1.5 } as const;
  const { callsPerMinute: _, ...linkback } = campaign(agents);
  expect(runSentence({ ...linkback, campaignStatusId: 3 }, some)).toEqual({
    fact: 'Dialing for 12 agents, 1.5 calls for each available agent.',
  });
  const held = heldSentence('careful', false);
  expect(runSentence({ ...linkback, campaignStatusId: 3 }, { ...some, held })).toEqual({
    fact: 'It is set to dial for 12 agents, 1.5 calls for each available agent.',
    more: 'The guard of abandonment holds it to one call for each free agent.',
  });
  const first = runSentence(linkback, { ...some, held: heldSentence('agent_first', false) });
  expect(first.more).toBe(
    'Once started, it dials for 12 agents, 1.5 calls for each available agent. The guard of abandonment holds it to one call for each agent who waits on the line.',
  );
  expect(heldSentence('careful', true)).toContain('who waits on the line');
  expect(heldSentence('free', true)).toBe('');
  const one = { ...linkback, agentCount: 1, callRatio: 1 };
  expect(runSentence(one, some).more).toBe(
    'Once started, it dials for 1 agent, 1 call for each available agent.',
  );
});

test('with no agent on duty a Linkback does not dial', () => {
  const { callsPerMinute: _, ...linkback } = campaign({ campaignType: 2, agentCount: 12 });
  const running = { ...linkback, campaignStatusId: 3, agentsOnDuty: 0 };
  expect(runSentence(running, { ...some, inProgress: 1 })).toEqual({
    fact: 'Not dialing: no agent is on duty.',
    more: '1 call is in progress.',
  });
});

test('a text campaign speaks of texts', () => {
  const { callsPerMinute: _, ...texting } = campaign({ campaignType: 3, textPerMinute: 60 });
  const running = { ...texting, campaignStatusId: 3 };
  expect(runSentence(running, some)).toEqual({ fact: 'Sending 60 texts a minute.' });
  expect(runSentence(texting, some)).toEqual({
    fact: 'It is not sending.',
    more: 'Once started, it sends 60 texts a minute.',
  });
  const figures = { lists: 1, inProgress: 1, waiting: 0 };
  expect(runSentence(running, figures)).toEqual({
    fact: 'Every number was texted.',
    more: '1 text is waiting for its receipt.',
  });
  const statusReason = 'Waiting for a contact list to finish loading.';
  expect(runSentence({ ...running, statusReason }, figures)).toEqual({
    fact: statusReason,
    more: '1 text is waiting for its receipt.',
  });
  expect(runSentence({ ...texting, campaignStatusId: 4 }, figures).fact).toBe(
    'No new texts will be sent.',
  );
  expect(runSentence({ ...texting, ...completed }, none).fact).toBe('Nothing is left to text.');
});

test('a text campaign without a list says of whose follow-ups it waits', () => {
  const { callsPerMinute: _, ...texting } = campaign({ campaignType: 3, textPerMinute: 60 });
  const reason = { code: 'waits_for_follow_ups', campaign: 'Statements' };
  const waits = { ...texting, campaignStatusId: 3 as const, reason };
  expect(runSentence({ ...waits, statusReason: reasonSentence(reason) }, none)).toEqual({
    fact: reasonSentence(reason),
    more: 'It is set to send 60 texts a minute.',
  });
});

test('calls in progress are counted while it runs and while it stops', () => {
  const figures = { lists: 1, inProgress: 1200, waiting: 9 };
  const more = (campaignStatusId: number, inProgress = figures.inProgress) =>
    runSentence(campaign({ campaignStatusId }), { ...figures, inProgress }).more;
  expect(more(3)).toBe('1,200 calls are in progress.');
  expect(more(4)).toBe('1,200 calls are in progress. They will finish.');
  expect(more(4, 1)).toBe('1 call is in progress. It will finish.');
  const last = runSentence(campaign({ campaignStatusId: 3 }), { ...figures, waiting: 0 });
  expect(last.fact).toBe('Every number was called.');
});

test('a stopped campaign says why it does not run, or what is missing', () => {
  const statusReason = 'The carrier is disconnected.';
  expect(runSentence(campaign({ statusReason }), some).fact).toBe(statusReason);
  expect(runSentence(campaign(), none).fact).toBe('It has no contact list to call.');
  expect(runSentence(campaign(completed), some).fact).toBe('Nothing is left to call.');
});

test('the next step of a campaign without a list is to upload one, and not to edit the campaign', () => {
  const asks = (code: string) => asksForList(campaign({ statusReason: 'Any.', reason: { code } }));
  expect(asks('no_list')).toBe(true);
  expect(asks('nothing_left')).toBe(true);
  expect(asks('no_message')).toBe(false);
  expect(asksForList(campaign())).toBe(false);
});

test('a carrier that is disconnected is nothing to edit in the campaign', () => {
  const waits = (code: string) =>
    waitsForCarrier(campaign({ statusReason: 'Any.', reason: { code } }));
  expect(waits('carrier_disconnected')).toBe(true);
  expect(waits('no_message')).toBe(false);
  expect(waitsForCarrier(campaign())).toBe(false);
});

test('the automatic stop or start of the Eastern day is announced until its time has come', () => {
  // 8:00 PM on a Friday, which is Saturday in UTC.
  const stopTime = '2026-11-21T01:00:00Z';
  const before = new Date('2026-11-21T00:59:00Z');
  const stop = { stopAutomatically: true, stopTime, stopWeekdays: '0000100' };
  const running = campaign({ campaignStatusId: 3, ...stop });
  expect(autoToday(running, before)).toBe(stopTime);
  expect(autoToday(running, new Date(stopTime))).toBeUndefined();
  expect(autoToday({ ...running, stopWeekdays: '0000010' }, before)).toBeUndefined();
  expect(autoToday({ ...running, stopAutomatically: false }, before)).toBeUndefined();
  const start = { startAutomatically: true, startTime: stopTime, startWeekdays: '0000100' };
  expect(autoToday(campaign({ ...start, ...stop }), before)).toBe(stopTime);
  expect(autoToday(campaign(stop), before)).toBeUndefined();
});

test('the reason follows the status in a few words, and the end of a wait with its day', () => {
  const now = new Date('2026-11-20T15:00:00Z');
  const short = (reason: StoredReason) =>
    statusWithReason(
      campaign({ campaignStatusName: 'Running', statusReason: 'Quite other words.', reason }),
      now,
    );
  const until = '2026-11-20T16:00:00.000Z';
  for (const code of ['calling_hours', 'attempt_cap', 'least_gap', 'due_later', 'of_next_year']) {
    expect(short({ code, until })).toBe('Running, waits until 11:00 AM');
  }
  expect(short({ code: 'calling_hours', until: '2026-11-21T13:00:00.000Z' })).toBe(
    'Running, waits until Sat 8:00 AM',
  );
  expect(short({ code: 'waits_for_carrier', channel: 'voice' })).toBe(
    'Running, carrier disconnected',
  );
  expect(short({ code: 'waits_for_follow_ups', campaign: 'Statements' })).toBe(
    'Running, waits for follow-ups',
  );
  expect(short({ code: 'of_next_year' })).toBeUndefined();
  const braked = campaign({
    ...{ campaignStatusName: 'Stopped', statusReason: 'Quite other words.' },
    reason: {
      ...{ code: 'brake_stopped', signal: 'failed', limit: 0.2, hits: 14, trials: 31 },
      ...{ newest: true, since: '2026-11-20T14:00:00.000Z' },
    },
  });
  expect(statusWithReason(braked, now)).toBe('Stopped by the brake');
  expect(statusWithReason(campaign(), now)).toBeUndefined();
});

test('a time that does not end the waiting is not shown behind the status either', () => {
  const statusReason =
    'On hold: The database was restored from a backup of Nov 21, 8:00 AM ET. Nothing is called.';
  const reason = { code: 'hold', hold: 'restored', asOf: '2026-11-21T13:00:00.000Z', asked: false };
  expect(statusWithReason(campaign({ statusReason, reason }), morning)).toBe('Stopped, on hold');
});

test('a refusal that the campaign says by itself is not said twice, whatever its words', () => {
  const refusal = (reason?: StoredReason) =>
    new ApiProblem({ code: 'cannot_run', title: '', detail: 'Other words.', status: 409, reason });
  const here = campaign({
    statusReason: 'Words.',
    reason: { code: 'nothing_left', channel: 'text' },
  });
  expect(isReasonOf(here, refusal({ channel: 'text', code: 'nothing_left' }))).toBe(true);
  expect(isReasonOf(here, refusal({ channel: 'voice', code: 'nothing_left' }))).toBe(false);
  expect(isReasonOf(here, refusal())).toBe(false);
  expect(isReasonOf(campaign(), refusal())).toBe(false);
});
