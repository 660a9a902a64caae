import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBulkOpener } from './bulk-open.ts';
import { createVault } from './encryption.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) & 0xff));
const vault = createVault(key);

test('it opens whatever the vault has sealed, of any length and client, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 20 }),
      fc.integer({ min: 1, max: 2_000_000_000 }),
      fc.constantFrom('ssn' as const, 'dateOfBirth' as const),
      (texts, clientId, field) => {
        const sealed = texts.map((text) =>
          text === null ? null : vault.seal(text, { clientId, field }),
        );
        expect(createBulkOpener(key, clientId).open(sealed, field)).toEqual(texts);
      },
    ),
    { numRuns: 60 },
  );
});

test('a value opens only for its client and field, and not when a bit of it was changed', () => {
  const sealed = vault.seal('123-45-6789', { clientId: 7, field: 'ssn' });
  const opener = createBulkOpener(key, 7);
  expect(() => createBulkOpener(key, 8).open([sealed], 'ssn')).toThrow();
  expect(() => opener.open([sealed], 'dateOfBirth')).toThrow();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => opener.open([changed], 'ssn')).toThrow();
  }
  expect(() => opener.open([sealed.subarray(0, 20)], 'ssn')).toThrow('This is not a sealed value.');
});
