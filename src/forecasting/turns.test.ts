import { expect, test } from 'vitest';
import { type Asker, enter, leave, mostWaiting } from './turns.ts';

interface Turn {
  asker: Asker | null;
  name: string;
}
const turn = (clientId: number, question: string, name = question): Turn => ({
  asker: { clientId, question },
  name,
});
const job: Turn = { asker: null, name: 'job' };

test('the newest question of a manager takes the place of the ones that wait', () => {
  const waiting: Turn[] = [];
  for (const name of ['a', 'b', 'c']) enter(waiting, turn(1, 'rate', name));
  enter(waiting, turn(2, 'rate', 'other'));
  const { replaced } = enter(waiting, turn(1, 'rate', 'd'));
  expect(replaced.map(({ name }) => name)).toEqual(['c']);
  expect(waiting.map(({ name }) => name)).toEqual(['other', 'd']);
});

test('one client never makes others wait for more than a few', () => {
  const waiting: Turn[] = [job];
  for (let index = 0; index < 50; index += 1) enter(waiting, turn(1, String(index)));
  enter(waiting, turn(2, 'mine'));
  expect(waiting).toHaveLength(mostWaiting + 2);
  expect(leave(waiting, undefined)?.name).toBe('job');
  expect(leave(waiting, 1)?.name).toBe('mine');
  expect(leave(waiting, 2)?.name).toBe('46');
  expect(leave(waiting, 1)?.name).toBe('47');
  expect(leave([], 1)).toBeUndefined();
});
