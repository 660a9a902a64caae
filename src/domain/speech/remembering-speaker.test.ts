import { expect, test } from 'vitest';
import { rememberingSpeaker } from './remembering-speaker.ts';
import type { Speaker } from './speaker.ts';
import { voices } from './voices.ts';

const [voice = { id: 1, engineName: 'slt', name: 'Susan' }] = voices;

function counting() {
  const spoken: string[] = [];
  const waiting: (() => void)[] = [];
  let held = false;
  const speaker: Speaker = {
    async speak(text) {
      spoken.push(text);
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      return Int16Array.of(text.length);
    },
    async close() {},
  };
  const clock = { now: 0 };
  const own = rememberingSpeaker(speaker, 2 ** 20, () => clock.now);
  const hold = (on: boolean) => {
    held = on;
    for (const go of waiting.splice(0)) go();
  };
  return { own, spoken, clock, hold };
}
const of = (list: string) => ({ clientId: 1, list });

test('a value is spoken once for a list, and once more for another list', async () => {
  const { own, spoken } = counting();
  for (const list of ['1.5', '1.5', '1.6']) await own.speak('Ann', voice, of(list));
  expect(spoken).toEqual(['Ann', 'Ann']);
  expect(own.lists()).toEqual(['1.5', '1.6']);
});

test('values go with their list, and those of no list stay', async () => {
  const { own, spoken } = counting();
  await own.speak('Hello', voice, { clientId: 0 });
  await own.speak('Ann', voice, of('1.5'));
  await own.speak('Ann', voice, of('1.6'));
  own.keepLists(new Set(['1.6']));
  expect(own.lists()).toEqual(['1.6']);
  await own.speak('Hello', voice, { clientId: 0 });
  await own.speak('Ann', voice, of('1.6'));
  expect(spoken).toHaveLength(3);
});

test('what is being spoken while its list goes is not kept', async () => {
  const { own, hold } = counting();
  hold(true);
  const speaking = own.speak('Ann', voice, of('1.5'));
  own.keepLists(new Set());
  hold(false);
  await speaking;
  expect(own.lists()).toEqual([]);
});

test('no value stays longer than ten minutes', async () => {
  const { own, clock } = counting();
  await own.speak('Ann', voice, of('1.5'));
  clock.now = 10 * 60_000 + 1;
  own.keepLists(new Set(['1.5']));
  expect(own.lists()).toEqual([]);
});
