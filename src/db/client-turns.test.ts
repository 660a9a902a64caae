import { expect, test } from 'vitest';
import { createClientTurns, NoTurn } from './client-turns.ts';

/** Work that runs until it is ended. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('a client has a limit of turns at once, another one has its own, and waiting work comes in order', async () => {
  const turns = createClientTurns(2);
  const [first, second] = [open(), open()];
  const order: string[] = [];
  const own = [turns.take(1, first.work), turns.take(1, second.work)];
  const waiting = ['a', 'b'].map((name) => turns.take(1, async () => order.push(name)));
  await turns.take(2, async () => order.push('other'));
  expect(order).toEqual(['other']);
  first.end();
  await Promise.all(waiting);
  expect(order).toEqual(['other', 'a', 'b']);
  second.end();
  await Promise.all(own);
});

test('work that waits too long is not begun, and its turn is free for those behind it', async () => {
  const turns = createClientTurns(1, 10);
  const first = open();
  const own = turns.take(1, first.work);
  let begun = false;
  const impatient = turns.take(1, async () => {
    begun = true;
  });
  await expect(impatient).rejects.toThrow(NoTurn);
  const next = turns.take(1, async () => 'next');
  first.end();
  await own;
  expect(await next).toBe('next');
  expect(begun).toBe(false);
  expect(await turns.take(1, async () => 'free')).toBe('free');
});
