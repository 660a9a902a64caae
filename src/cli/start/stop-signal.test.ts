import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForStop } from './stop-signal.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function listening() {
  const process = new EventEmitter() as EventEmitter & Pick<NodeJS.Process, 'on'>;
  const { asked, again } = listenForStop(process);
  let isAsked = false;
  void asked.then(() => {
    isAsked = true;
  });
  const send = async (name: string) => {
    process.emit(name);
    await asked;
  };
  return { send, isAsked: () => isAsked, again };
}

test('a signal asks for a stop; its echo, which npm sends, asks for nothing more', async () => {
  const { send, isAsked, again } = listening();
  expect(isAsked()).toBe(false);
  await send('SIGINT');
  await send('SIGINT');
  expect(isAsked()).toBe(true);
  expect(again.aborted).toBe(false);
});

test('a later signal asks to hurry', async () => {
  const { send, again } = listening();
  await send('SIGTERM');
  vi.advanceTimersByTime(1_500);
  expect(again.aborted).toBe(false);
  await send('SIGINT');
  expect(again.aborted).toBe(true);
});

test('a script that is gone asks for a stop, but not to hurry', async () => {
  const { send, isAsked, again } = listening();
  await send('SIGINT');
  vi.advanceTimersByTime(1_500);
  await send('disconnect');
  expect(isAsked()).toBe(true);
  expect(again.aborted).toBe(false);
});
