import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTalk } from './talk-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Packets by channel; undefined: Asterisk does not say. */
function talk(packets: Record<string, number | undefined>) {
  const ended = vi.fn();
  const node = {
    ask: async (_method: string, path: string) => {
      const rxcount = packets[path.split('/')[1] ?? ''];
      return { status: rxcount === undefined ? 404 : 200, body: { rxcount } };
    },
  };
  watchTalk(node, ['customer', 'agent'], ended, () => Date.now());
  return ended;
}

test('a conversation without any sound ends within a minute', async () => {
  const ended = talk({ customer: 500, agent: 700 });
  await vi.advanceTimersByTimeAsync(44_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('one side may stay silent', async () => {
  const packets = { customer: 500, agent: 700 };
  const ended = talk(packets);
  for (let second = 0; second < 600; second += 5) {
    packets.agent += 250;
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(ended).not.toHaveBeenCalled();
});

test('without any sound ever, or without figures, the conversation goes on', async () => {
  const [never, unknown] = [talk({ customer: 0, agent: 0 }), talk({ customer: 500 })];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(never).not.toHaveBeenCalled();
  expect(unknown).not.toHaveBeenCalled();
});
