import { expect, test } from 'vitest';
import { beyondAgents, type LinkbackCall } from './linkback-judge.ts';

const agents = { count: 2, ratio: 1 };
let made = 0;
const call = (at: number, more: Partial<LinkbackCall> = {}): LinkbackCall => {
  made += 1;
  const ended = Number.POSITIVE_INFINITY;
  const offset = at * 10;
  return { attemptId: `1-1-${made}`, offset, decidedAt: offset, at, ended, agents, ...more };
};
const isBeyond = (...calls: LinkbackCall[]) => beyondAgents(calls).length > 0;

test('the judge of a Linkback counts calls against the agents who are free at that moment', () => {
  expect(isBeyond(call(1), call(2))).toBe(false);
  expect(isBeyond(call(1), call(2), call(3))).toBe(true);
  expect(isBeyond(call(1, { ended: 3 }), call(2), call(3))).toBe(false);
  // An agent in a call is not free: one call is allowed beside it, no second one.
  const talking = call(1, { asked: 2, agentOffset: 21 });
  expect(isBeyond(talking, call(3))).toBe(false);
  expect(isBeyond(talking, call(3), call(4))).toBe(true);
  // None is free.
  expect(isBeyond(talking, call(2, { asked: 3, agentOffset: 31 }), call(4))).toBe(true);
  // One is free again.
  expect(isBeyond(talking, call(2, { asked: 3, agentOffset: 31, agentFree: 4 }), call(4))).toBe(
    false,
  );
});

test('the judge of a Linkback knows what the engine had received when it submitted a call', () => {
  const one = { count: 1, ratio: 2 };
  const pressed = { asked: 2, agentOffset: 35, agents: one };
  // It received the key just after, or just before.
  expect(isBeyond(call(1, { ...pressed, receivedAt: 31 }), call(3, { agents: one }))).toBe(false);
  expect(isBeyond(call(1, { ...pressed, receivedAt: 29 }), call(3, { agents: one }))).toBe(true);
});

test('the judge of a Linkback allows for what the engine has not received yet, and for nothing else', () => {
  const generous = { count: 2, ratio: 3 };
  const asking = call(1, { asked: 2 });
  expect(isBeyond(asking, call(3))).toBe(false);
  expect(isBeyond(asking, call(3), call(4))).toBe(true);
  const alone = (from: number) =>
    [from, from + 1, from + 2].map((at) => call(at, { agents: generous }));
  expect(isBeyond(call(1, { asked: 2, agents: generous }), ...alone(3))).toBe(false);
  expect(isBeyond(call(1, { agents: generous }), ...alone(3), ...alone(6))).toBe(true);
  expect(isBeyond(call(1, { agents: undefined }))).toBe(true);
});

test('the judge of a Linkback knows the end that an engine had heard, though it died before it stored it', () => {
  const heard = (endReceivedAt: number) => call(1, { ended: 90, endReceivedAt });
  expect(isBeyond(heard(29), call(2), call(3))).toBe(false);
  expect(isBeyond(heard(31), call(2), call(3))).toBe(true);
});
