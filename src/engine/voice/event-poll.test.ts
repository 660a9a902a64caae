import { expect, test, vi } from 'vitest';
import { createNews } from '#carriers/news.ts';
import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import { simMs } from '#domain/milliseconds.ts';
import type { CallFollower } from '../deps.ts';
import { createEventPoll } from './event-poll.ts';

const ended = (attemptId: string, at = 1): CallEvent => ({
  ...{ attemptId, at: simMs(at), kind: 'ended', cause: 'hangup' },
});
const answered = (attemptId: string, at = 1): CallEvent => ({
  ...{ attemptId, at: simMs(at), kind: 'answered', by: 'person' },
});

/** The port, as far as a poll uses it. `told` counts what its looks returned. */
function carrierOf(...events: CallEvent[]) {
  const news = createNews<CallEvent>();
  for (const event of events) news.tell(event);
  const looks: number[] = [];
  const carrier = {
    events(reader?: object) {
      const some = news.events(reader);
      looks.push(some.length);
      return some;
    },
    tellAgain: news.tellAgain,
  } as unknown as VoiceCarrier;
  return { carrier, news, looks };
}

function follower(react: (event: CallEvent) => boolean = () => false, takes = true) {
  const follow = vi.fn(react);
  return { takes: () => takes, follow } satisfies CallFollower;
}

function pollOf(followers: Record<string, CallFollower>) {
  const inProgress = new Map(Object.entries(followers));
  const orphans: CallEvent[] = [];
  const poll = createEventPoll(inProgress, (_, events) => {
    orphans.push(...events);
  });
  return { inProgress, orphans, poll };
}

test('an event that waits for its commit is followed once, and not looked at again', () => {
  const one = follower();
  const { poll } = pollOf({ a: one, b: one });
  const { carrier, looks } = carrierOf(ended('a'), ended('b'));
  for (let polls = 0; polls < 3; polls += 1) poll(carrier);
  expect(one.follow).toHaveBeenCalledTimes(2);
  expect(looks).toEqual([2, 0, 0]);
});

test('an event whose reaction failed is followed again, with those that were told with it', () => {
  let fails = true;
  const order: string[] = [];
  const one = follower((event) => {
    order.push(event.attemptId);
    if (fails && event.attemptId === 'b') throw new Error('the reaction failed');
    return false;
  });
  const { poll, orphans } = pollOf({ a: one, b: one, c: one });
  const { carrier } = carrierOf(ended('o', 0), ended('a', 1), ended('b', 2), ended('c', 3));
  expect(() => poll(carrier)).toThrow('the reaction failed');
  expect(orphans).toEqual([ended('o', 0)]);
  fails = false;
  poll(carrier);
  poll(carrier);
  expect(order).toEqual(['a', 'b', 'b', 'c']);
});

test('a call that another campaign runner took over has its event followed by that one', () => {
  const before = follower();
  const after = follower();
  const { inProgress, poll } = pollOf({ a: before });
  const { carrier } = carrierOf(ended('a'));
  poll(carrier);
  carrier.tellAgain(carrier.events());
  inProgress.set('a', after);
  poll(carrier);
  expect([before, after].map(({ follow }) => follow.mock.calls.length)).toEqual([1, 1]);
});

test('an event of a call that was dropped before its commit becomes an orphan', () => {
  const { inProgress, orphans, poll } = pollOf({ a: follower() });
  const { carrier } = carrierOf(ended('a'));
  poll(carrier);
  expect(orphans).toEqual([]);
  inProgress.delete('a');
  carrier.tellAgain(carrier.events());
  poll(carrier);
  poll(carrier);
  expect(orphans).toEqual([ended('a')]);
});

test('an event that its campaign does not take is an orphan, once', () => {
  const one = follower(undefined, false);
  const { orphans, poll } = pollOf({ a: one });
  const { carrier } = carrierOf(ended('a'));
  for (let polls = 0; polls < 2; polls += 1) poll(carrier);
  expect(orphans).toHaveLength(1);
  expect(one.follow).not.toHaveBeenCalled();
});

test('events are followed in the order in which they happened, and again while calls go on', () => {
  const { carrier, news } = carrierOf(ended('b', 3), answered('a', 2), answered('c', 1));
  const order: string[] = [];
  const one = follower((event) => {
    order.push(`${event.attemptId} ${event.kind}`);
    if (event.kind !== 'answered') return false;
    news.end(event);
    if (event.attemptId === 'c') news.tell(ended('c', 1));
    return true;
  });
  pollOf({ a: one, b: one, c: one }).poll(carrier);
  expect(order).toEqual(['c answered', 'a answered', 'b ended', 'c ended']);
});
