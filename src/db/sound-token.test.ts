import { expect, test } from 'vitest';
import { createVault } from './encryption.ts';
import { type SoundClaim, soundTokens } from './sound-token.ts';

const tokens = soundTokens(createVault(Buffer.alloc(32, 7)));
const hour = 3_600_000;
const now = Date.parse('2026-11-21T10:20:00Z');
const message = { clientId: 12, voiceMessageId: 345, version: 3, soundId: 2 ** 48 - 1 };
const claims: SoundClaim[] = [
  { kind: 'message', ...message },
  { kind: 'account', ...message, callListId: 1_000_000_007, entryId: 99_999 },
  { kind: 'placeholders', ...message },
  { kind: 'message', ...message, soundId: null },
  { kind: 'account', ...message, soundId: null, callListId: 7, entryId: 9 },
  { kind: 'prompt', name: 'opted-out' },
  { kind: 'silence', durationMs: 5_000 },
  { kind: 'ringing' },
];

test.each(claims)('a token of kind $kind names what was signed, until it is over', (claim) => {
  const token = tokens.sign(claim, now);
  expect(token.length).toBeLessThan(150);
  expect(tokens.read(token, now)).toEqual(claim);
  const valid = ['account', 'placeholders'].includes(claim.kind) ? hour : 24 * hour;
  expect(tokens.read(token, now + valid)).toEqual(claim);
  expect(tokens.read(token, now + 2 * valid)).toBeUndefined();
});

test('a token with any sign changed, left out or put in is nothing', () => {
  const token = tokens.sign(claims[1] as SoundClaim, now);
  for (let at = 0; at < token.length; at += 1) {
    const [before, sign, after] = [token.slice(0, at), token[at], token.slice(at + 1)];
    for (const other of ['', '1', '2', '.', 'A', 'B', `${sign}${sign}`]) {
      if (other === sign) continue;
      expect(tokens.read(before + other + after, now), before + other + after).toBeUndefined();
    }
  }
  expect(tokens.read('', now)).toBeUndefined();
  expect(tokens.read(`${token}=`, now)).toBeUndefined();
});

test("another installation's token is nothing", () => {
  const other = soundTokens(createVault(Buffer.alloc(32, 8)));
  for (const claim of claims) expect(tokens.read(other.sign(claim, now), now)).toBeUndefined();
});

test.each(claims.slice(0, 3))(
  'a $kind of another rendering of the version has another address',
  (claim) => {
    const other = { ...claim, soundId: 7 } as SoundClaim;
    expect(tokens.sign(other, now)).not.toBe(tokens.sign(claim, now));
  },
);

test('calls that hear the same have one address for the day; each account has its own', () => {
  const [same, account] = claims as [SoundClaim, SoundClaim & { kind: 'account' }];
  const later = now + 10 * hour;
  expect(tokens.sign(same, later)).toBe(tokens.sign(same, now));
  expect(tokens.sign({ ...account, entryId: 1 }, now)).not.toBe(tokens.sign(account, now));
});
