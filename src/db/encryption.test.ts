import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVault, type SealContext } from './encryption.ts';

const key = Buffer.alloc(32, 7);
const vault = createVault(key);
const context: SealContext = { clientId: 3, field: 'ssn' };

describe('a sealed value', () => {
  test('opens to the text that was sealed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(vault.open(vault.seal(text, context), context)).toBe(text);
      }),
    );
  });

  test('is different every time and holds nothing of the text', () => {
    const sealed = vault.seal('123-45-6789', context);
    expect(sealed.equals(vault.seal('123-45-6789', context))).toBe(false);
    expect(sealed.includes('6789')).toBe(false);
  });

  test('opens only for its client and field, with its key and unchanged', () => {
    const sealed = vault.seal('123-45-6789', context);
    expect(() => vault.open(sealed, { ...context, clientId: 4 })).toThrow();
    expect(() => vault.open(sealed, { ...context, field: 'dateOfBirth' })).toThrow();
    expect(() => createVault(Buffer.alloc(32, 8)).open(sealed, context)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, context)).toThrow();
    }
  });
});

describe('blind indexes', () => {
  test('find an SSN however it is written, whole or by its last four', () => {
    expect(vault.ssnIndex(3, '123-45-6789')).toEqual(vault.ssnIndex(3, '123456789'));
    expect(vault.ssnLast4Index(3, '123-45-6789')).toEqual(vault.ssnLast4Index(3, '6789'));
    expect(vault.ssnIndex(3, '123-45-6789')).not.toEqual(vault.ssnIndex(3, '123-45-6780'));
    expect(vault.ssnIndex(3, '6789')).not.toEqual(vault.ssnLast4Index(3, '6789'));
  });

  test('find a date of birth as a day in either spelling, or by its year', () => {
    expect(vault.dobIndex(3, '4/5/1970')).toEqual(vault.dobIndex(3, '1970-04-05'));
    expect(vault.dobYearIndex(3, '04/05/1970')).toEqual(vault.dobYearIndex(3, '1970'));
    expect(vault.dobYearIndex(3, 'April 5')).toBeNull();
  });

  test('are not the same for two clients, and empty values have none', () => {
    expect(vault.ssnIndex(3, '123456789')).not.toEqual(vault.ssnIndex(4, '123456789'));
    expect(vault.ssnIndex(3, '')).toBeNull();
    expect(vault.ssnLast4Index(3, '123')).toBeNull();
    expect(vault.dobIndex(3, ' ')).toBeNull();
  });
});
