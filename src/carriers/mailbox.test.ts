import { expect, test } from 'vitest';
import { createMailbox } from './mailbox.ts';

test('an outdated event is withdrawn unless it was returned already', () => {
  const box = createMailbox<{ id: string; what: string }>(({ id }) => id);
  const [key, played, ended] = [
    { id: 'a', what: 'key' },
    { id: 'a', what: 'played' },
    { id: 'a', what: 'ended' },
  ] as const;
  const withdraw = () => box.withdraw('a', ({ what }) => what === 'played');
  withdraw();
  for (const event of [key, played]) box.emit('a', event);
  expect(box.events()).toEqual([key]);
  withdraw();
  box.acknowledge([key]);
  expect(box.events()).toEqual([]);
  // What was returned may have been handled already.
  for (const event of [played, ended]) box.emit('a', event);
  expect(box.events()).toEqual([played]);
  withdraw();
  expect(box.events()).toEqual([played]);
  box.acknowledge([played]);
  expect(box.events()).toEqual([ended]);
});

test('the next event of a call is returned only after the one before is acknowledged', () => {
  const box = createMailbox<{ id: string; what: string }>(({ id }) => id);
  const [first, second, other] = [
    { id: 'a', what: 'answered' },
    { id: 'a', what: 'ended' },
    { id: 'b', what: 'ended' },
  ];
  for (const event of [first, second, other]) if (event) box.emit(event.id, event);
  expect(box.events()).toEqual([first, other]);
  expect(box.events()).toEqual([first, other]);
  if (first) box.acknowledge([first, first]);
  expect(box.events()).toEqual([other, second]);
});

test("a reader is told each event once, and a call's next one when the one before is acknowledged", () => {
  const box = createMailbox<{ id: string; what: string }>(({ id }) => id);
  const reader = {};
  const answered = { id: 'a', what: 'answered' };
  const ended = { id: 'a', what: 'ended' };
  const other = { id: 'b', what: 'ended' };
  for (const event of [answered, ended, other]) box.emit(event.id, event);
  expect(box.events(reader)).toEqual([answered, other]);
  expect(box.events(reader)).toEqual([]);
  expect(box.acknowledge([answered, answered])).toEqual([answered]);
  expect(box.events(reader)).toEqual([ended]);
  expect([box.of('a'), box.of('b'), box.of('c')]).toEqual([[ended], [other], []]);
});

test('what is withdrawn before any reader was told makes room for the next one', () => {
  const box = createMailbox<{ id: string; what: string }>(({ id }) => id);
  const reader = {};
  box.events(reader);
  const played = { id: 'a', what: 'played' };
  const ended = { id: 'a', what: 'ended' };
  for (const event of [played, ended]) box.emit('a', event);
  box.withdraw('a', ({ what }) => what === 'played');
  expect(box.events(reader)).toEqual([ended]);
  box.acknowledge([ended]);
  expect(box.of('a')).toEqual([]);
});
