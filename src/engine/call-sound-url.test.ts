import { expect, test } from 'vitest';
import { createVault } from '#db/encryption.ts';
import { soundTokens } from '#db/sound-token.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { FetchedSound } from '../carriers/kind.ts';
import { callSoundUrls } from './call-sound-url.ts';

const tokens = soundTokens(createVault(Buffer.alloc(32, 7)));
const now = realMs(Date.parse('2026-11-21T10:20:00Z'));
const soundUrl = callSoundUrls(tokens, 'http://calls.example:4400', () => now);
const version = { clientId: 12, voiceMessageId: 345, version: 3, soundId: 77 };
const message = { kind: 'message', ...version, durationMs: 9_000 } as const;

const claimOf = (attemptId: string, sound: FetchedSound) => {
  const [, token = ''] =
    /^http:\/\/calls\.example:4400\/sounds\/(\S+)\.wav$/.exec(soundUrl(attemptId, sound)) ?? [];
  return tokens.read(token, now);
};

test('a message that speaks values is fetched for the attempt, any other for all of them', () => {
  const same = { ...message, perAccount: false };
  expect(claimOf('12-7-9', same)).toEqual({ kind: 'message', ...version });
  expect(soundUrl('12-7-9', same)).toBe(soundUrl('12-7-10', same));
  const own = { ...message, perAccount: true };
  const key = { callListId: 7, entryId: 9 };
  expect(claimOf('12-7-9', own)).toEqual({ kind: 'account', ...version, ...key });
  expect(soundUrl('12-7-9', own)).not.toBe(soundUrl('12-7-10', own));
});

test('prompts, of a recording call too, and silence have addresses', () => {
  const welcome = { kind: 'prompt', name: 'welcome', text: 'Hello.', durationMs: 4_600 } as const;
  expect(claimOf('recording-12-5', welcome)).toEqual({ kind: 'prompt', name: 'welcome' });
  const silence = { kind: 'silence', durationMs: 5_000 } as const;
  expect(claimOf('12-7-9', silence)).toEqual(silence);
  expect(claimOf('12-7-9', { kind: 'ringing' })).toEqual({ kind: 'ringing' });
});

test.each(['13-7-9', 'recording-12-5', '12-7'])(
  'a message with values of client 12 has no address for %s',
  (attemptId) => {
    expect(() => soundUrl(attemptId, { ...message, perAccount: true })).toThrow(attemptId);
  },
);
