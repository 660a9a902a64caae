import { expect, test, vi } from 'vitest';
import { createSharedResponses } from './shared-responses.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('simultaneous requests share one response, by client and name', async () => {
  const shared = createSharedResponses(10_000);
  const work = vi.fn(async () => ({}));
  const [first, second] = await Promise.all([
    shared.share(1, 'a', work),
    shared.share(1, 'a', work),
  ]);
  expect(second).toBe(first);
  expect(await shared.share(1, 'a', work)).toBe(first);
  expect(await shared.share(2, 'a', work)).not.toBe(first);
  expect(await shared.share(1, 'b', work)).not.toBe(first);
  expect(work).toHaveBeenCalledTimes(3);
});

test('a response ends with its lifetime', async () => {
  const shared = createSharedResponses(5);
  const first = await shared.share(1, 'a', async () => ({}));
  await wait(30);
  expect(await shared.share(1, 'a', async () => ({}))).not.toBe(first);
});

test('a response may be kept by how long its work took', async () => {
  const shared = createSharedResponses(5);
  const slow = async () => {
    await wait(10);
    return {};
  };
  const longer = (took: number) => (took >= 9 ? 10_000 : 0);
  const first = await shared.share(1, 'a', slow, longer);
  await wait(30);
  expect(await shared.share(1, 'a', slow, longer)).toBe(first);
});

test('a change ends responses, also one that is under way', async () => {
  const shared = createSharedResponses(10_000);
  let finish = (_value: string) => {};
  const before = shared.share(1, 'a', () => new Promise<string>((resolve) => (finish = resolve)));
  shared.forget(1);
  const after = shared.share(1, 'a', async () => 'after');
  finish('before');
  expect([await before, await after]).toEqual(['before', 'after']);
  expect(await shared.share(1, 'a', async () => 'never asked')).toBe('after');
});

test('a failure goes to all that wait and is not kept', async () => {
  const shared = createSharedResponses(10_000);
  const fail = () => Promise.reject(new Error('away'));
  await expect(shared.share(1, 'a', fail)).rejects.toThrow('away');
  expect(await shared.share(1, 'a', async () => 'back')).toBe('back');
});
