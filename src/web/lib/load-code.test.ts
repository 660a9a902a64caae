import { afterEach, expect, test, vi } from 'vitest';
import { CodeError, chunkTimeout, loadCode } from './load-code.ts';

afterEach(() => {
  vi.useRealTimers();
});

const up = async () => true;
const away = async () => false;
const never = () => new Promise<string>(() => undefined);
const fails = () => Promise.reject(new Error('cut'));

test('code that does not come within 120 seconds is given up', async () => {
  vi.useFakeTimers();
  const outcome = loadCode(never, up).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(chunkTimeout - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(CodeError);
  expect(chunkTimeout).toBe(120_000);
});

test('code that came leaves no timer', async () => {
  vi.useFakeTimers();
  expect(await loadCode(async () => 'code', up)).toBe('code');
  expect(vi.getTimerCount()).toBe(0);
});

test('code that failed says whether a reload helps or the server is unreachable', async () => {
  await expect(loadCode(fails, up)).rejects.toMatchObject({ reloadHelps: true });
  await expect(loadCode(fails, away)).rejects.toMatchObject({
    reloadHelps: false,
    message: 'The server did not respond. Check that it is running, then try again.',
  });
});
