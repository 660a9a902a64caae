import { createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVault, type SealContext } from './encryption.ts';
import { derivedKey, keyIdOf, withNewKey } from './key-ring.ts';
import { SealError } from './sealed-value.ts';

const key = Buffer.alloc(32, 7);
const vault = createVault(key);
const context: SealContext = {
  ...{ table: 'list_entry', clientId: 3, callListId: 12, row: 2 },
  field: 'ssn',
};

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

  test('opens only in its row and column, with its key and unchanged', () => {
    const sealed = vault.seal('123-45-6789', context);
    for (const other of [{ clientId: 4 }, { callListId: 13 }, { row: 3 }]) {
      expect(() => vault.open(sealed, { ...context, ...other })).toThrow(SealError);
    }
    expect(() => vault.open(sealed, { ...context, table: 'call_record' })).toThrow(SealError);
    expect(() => vault.open(sealed, { ...context, field: 'dateOfBirth' })).toThrow();
    expect(() => createVault(Buffer.alloc(32, 8)).open(sealed, context)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, context)).toThrow();
    }
    expect(() => vault.open(sealed.subarray(0, 20), context)).toThrow(
      'This is not a sealed value.',
    );
  });

  test('has a nonce of its own, also beyond the hundreds that are made at a time', () => {
    const nonces = Array.from({ length: 2000 }, () =>
      vault.seal('1/2/1980', context).toString('hex', 5, 17),
    );
    expect(new Set(nonces).size).toBe(2000);
  });

  test('is the same where it is sealed in place, between what stands around it', () => {
    const bytes = Buffer.from(`before${' '.repeat(17)}123-45-6789${' '.repeat(16)}after`);
    vault.sealInPlace(bytes, 6, 11, context);
    expect(vault.open(bytes.subarray(6, 6 + 44), context)).toBe('123-45-6789');
    expect(bytes.toString('latin1', 0, 6)).toBe('before');
    expect(bytes.toString('latin1', 50)).toBe('after');
  });
});

/** Sealed by this project's versions up to 05e8729: three by its own AES-256-GCM, the last by Node's. */
const sealedBefore = [
  [
    'ssn',
    '123-45-6789',
    '014c621769a1024d7171fa97318c158358882088288b98bc3070783eb1e9d5933a79363b4b5223ba',
  ],
  [
    'dateOfBirth',
    '4/5/1970',
    '0172f3cbfa140ce836cf4270d9b9fc6d720e690f942c71a60c8a2d0cb9903a9de21a5d850c',
  ],
  ['ssn', '', '01b3218825c67f34e19734c63784649727b650088b192dbb940c3fdf54'],
  [
    'ssn',
    '123-45-6789',
    '01952b3642b6c3b149a6571c07b8f70649eb0ca56f2e036e2b0fd95d3db712b1e11e43fe0f45b251',
  ],
] as const;

describe('between versions', () => {
  const oldKey = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) & 0xff));
  const now = createVault(oldKey);

  test.each(sealedBefore)('a %s that an earlier version sealed opens: %s', (field, text, hex) => {
    expect(now.open(Buffer.from(hex, 'hex'), { ...context, clientId: 7, field })).toBe(text);
  });

  test('a later version opens what this one seals: version, key, nonce, text, tag', () => {
    const sealed = now.seal('123-45-6789', { ...context, clientId: 7 });
    const key = derivedKey(oldKey, 'seal');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(5, 17));
    decipher.setAAD(Buffer.from('list_entry.ssn:7:12:2')).setAuthTag(sealed.subarray(-16));
    const text = decipher.update(sealed.subarray(17, -16), undefined, 'utf8');
    expect(sealed[0]).toBe(2);
    expect(sealed.toString('hex', 1, 5)).toBe(keyIdOf(oldKey).slice(0, 8));
    expect(text + decipher.final('utf8')).toBe('123-45-6789');
  });

  test('a value of an earlier version is refused where none are left', () => {
    const strict = createVault({ ...now.state, opensUnbound: false });
    for (const [field, , hex] of sealedBefore) {
      const place = { ...context, clientId: 7, field };
      expect(() => strict.open(Buffer.from(hex, 'hex'), place)).toThrow(SealError);
    }
  });
});

describe('with several keys', () => {
  const before = createVault(key);
  const ring = withNewKey(before.state.ring, new Date('2026-11-28T01:00:00Z'));
  const newest = ring.keys[0]?.id ?? '';
  const after = createVault({ ring, sealing: newest, opensUnbound: true });

  test('old values open, new ones are sealed with the newest, and the old ones are found out', () => {
    const old = before.seal('123-45-6789', context);
    expect(after.open(old, context)).toBe('123-45-6789');
    expect(after.isOutdated(old)).toBe(true);
    const now = after.seal('123-45-6789', context);
    expect(after.isOutdated(now)).toBe(false);
    expect(() => before.open(now, context)).toThrow(newest.slice(0, 8));
  });

  test('a value whose key is missing opens once the key file has it', () => {
    const sealed = after.seal('123-45-6789', context);
    const behind = createVault(before.state, {
      reread: () => ({ ...after.state, sealing: before.state.sealing }),
    });
    expect(behind.open(sealed, context)).toBe('123-45-6789');
    expect(before.open(behind.seal('1', context), context)).toBe('1');
  });

  test('a value that does not open is read as unreadable, and reported', () => {
    const reported: string[] = [];
    const strict = createVault(before.state, {
      onUnreadable: ({ message }) => reported.push(message),
    });
    expect(strict.read(after.seal('1', context), context)).toBe('unreadable');
    expect(strict.read(before.seal('1', context), { ...context, row: 3 })).toBe('unreadable');
    expect(reported).toHaveLength(2);
  });

  test('records with the blind indexes of any key are found', () => {
    const found = after.searched.ssnIndex(3, '123-45-6789');
    expect(found).toContainEqual(before.ssnIndex(3, '123456789'));
    expect(found).toContainEqual(after.ssnIndex(3, '123456789'));
  });

  test('what cannot be computed again keeps its key', () => {
    expect(Buffer.from(after.lookupKey('recovery-codes'))).toEqual(
      derivedKey(key, 'recovery codes'),
    );
    expect(Buffer.from(after.lookupKey('requests'))).toEqual(derivedKey(key, 'requests'));
  });

  test('an address that the older key signed stays good', () => {
    expect(after.signingKeys('sounds')).toContainEqual(before.signingKeys('sounds')[0]);
    expect(after.signingKeys('sounds')[0]).not.toEqual(before.signingKeys('sounds')[0]);
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
