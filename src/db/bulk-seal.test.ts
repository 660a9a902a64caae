import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBulkSealer } from './bulk-seal.ts';
import { createVault } from './encryption.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) & 0xff));
const vault = createVault(key);

test('what it seals is AES-256-GCM: the platform opens every value, of any length and client', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 1, max: 2_000_000_000 }),
      fc.constantFrom('ssn' as const, 'dateOfBirth' as const),
      (text, clientId, field) => {
        const bytes = Buffer.from(`<${text}>`);
        const sealed = createBulkSealer(key, clientId).seal(bytes, 1, bytes.length - 1, field);
        expect(vault.open(sealed, { clientId, field })).toBe(Buffer.from(text).toString());
      },
    ),
    { numRuns: 40 },
  );
});

test('a value opens only for its client and field, and not when a bit of it was changed', () => {
  const sealer = createBulkSealer(key, 7);
  const bytes = Buffer.from('123-45-6789');
  const sealed = Buffer.from(sealer.seal(bytes, 0, bytes.length, 'ssn'));
  expect(() => vault.open(sealed, { clientId: 8, field: 'ssn' })).toThrow();
  expect(() => vault.open(sealed, { clientId: 7, field: 'dateOfBirth' })).toThrow();
  for (let at = 1; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open(changed, { clientId: 7, field: 'ssn' })).toThrow();
  }
});

test('a nonce is used once, also beyond the thousand that are made at a time', () => {
  const sealer = createBulkSealer(key, 7);
  const bytes = Buffer.from('1/2/1980');
  const nonces = new Set<string>();
  for (let count = 0; count < 5000; count++) {
    const sealed = sealer.seal(bytes, 0, bytes.length, 'dateOfBirth');
    nonces.add(sealed.toString('hex', 1, 13));
    if (count % 500 === 0) {
      expect(vault.open(sealed, { clientId: 7, field: 'dateOfBirth' })).toBe('1/2/1980');
    }
  }
  expect(nonces.size).toBe(5000);
});
