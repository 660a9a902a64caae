import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createVault } from '#db/encryption.ts';
import { SealError, sealExtraBytes } from '#db/sealed-value.ts';
import { CopyBuffer } from './copy-buffer.ts';
import { SealThread } from './seal-thread.ts';

const dataKey = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) & 0xff));
const vault = createVault(dataKey);
const clientId = 7;
const callListId = 12;

function makeThread(): SealThread {
  const thread = new SealThread({ clientId, callListId, sealState: vault.state });
  onTestFinished(() => thread.close());
  return thread;
}

/** An account's fields, once for each of its numbers. */
function addAccount(
  buffer: CopyBuffer,
  ssn: string,
  dateOfBirth: string,
  numbers = 1,
  account = 2,
): void {
  const line = new CopyBuffer(16);
  const add = (text: string, field: 'ssn' | 'dateOfBirth') =>
    line.secret(Buffer.from(`<${text}>`), 1, 1 + Buffer.byteLength(text), field);
  add(ssn, 'ssn');
  line.integer(4711);
  add(dateOfBirth, 'dateOfBirth');
  let first: number | undefined;
  for (let number = 0; number < numbers; number++) {
    const offset = buffer.values(line, account, first);
    first ??= offset;
  }
}

/** The values of a buffer in the COPY format. */
function valuesOf(buffer: CopyBuffer): Buffer[] {
  const content = buffer.content();
  const values: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const length = content.readInt32BE(at);
    values.push(content.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return values;
}

const place = { table: 'list_entry' as const, clientId, callListId, row: 2 };

function openedAccounts(buffer: CopyBuffer): string[][] {
  const values = valuesOf(buffer);
  return Array.from({ length: values.length / 3 }, (_, at) => [
    vault.open(values[3 * at] as Buffer, { ...place, field: 'ssn' }),
    vault.open(values[3 * at + 2] as Buffer, { ...place, field: 'dateOfBirth' }),
  ]);
}

test('the vault opens what the thread sealed, of any length, in the order of the buffers', async () => {
  const thread = makeThread();
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const buffers = fc.array(fc.array(fc.tuple(text, text), { maxLength: 8 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(buffers, async (given) => {
      const filled = given.map((accounts) => {
        const buffer = new CopyBuffer(64);
        for (const [ssn, born] of accounts) addAccount(buffer, ssn, born);
        return buffer;
      });
      const sealed = await Promise.all(filled.map((buffer) => thread.seal(buffer)));
      expect(sealed.map(openedAccounts)).toEqual(given);
    }),
    { numRuns: 40 },
  );
});

test("each number of an account has the account's values, and two accounts share no nonce", async () => {
  const buffer = new CopyBuffer(64);
  addAccount(buffer, '123-45-6789', '4/5/1970', 3);
  addAccount(buffer, '123-45-6789', '4/5/1970');
  await makeThread().seal(buffer);
  expect(openedAccounts(buffer)).toEqual(Array(4).fill(['123-45-6789', '4/5/1970']));
  const [one, two, three, other] = valuesOf(buffer).filter((_, at) => at % 3 === 0);
  expect(two).toEqual(one);
  expect(three).toEqual(one);
  expect(other?.subarray(5, 17)).not.toEqual(one?.subarray(5, 17));
});

test('a value opens for its own account and list alone', async () => {
  const buffer = new CopyBuffer(64);
  addAccount(buffer, '123-45-6789', '4/5/1970', 1, 31);
  await makeThread().seal(buffer);
  const [ssn, , born] = valuesOf(buffer) as [Buffer, Buffer, Buffer];
  const own = { ...place, row: 31, field: 'ssn' as const };
  expect(vault.open(ssn, own)).toBe('123-45-6789');
  for (const other of [{ row: 32 }, { callListId: 13 }, { clientId: 8 }]) {
    expect(() => vault.open(ssn, { ...own, ...other })).toThrow(SealError);
  }
  expect(() => vault.open(born, own)).toThrow(SealError);
});

test('a buffer is not sent while its values are in clear, and holds nothing of them afterwards', async () => {
  const buffer = new CopyBuffer(64);
  addAccount(buffer, '123-45-6789', '4/5/1970', 2);
  expect(() => buffer.content()).toThrow('not sealed yet');
  await makeThread().seal(buffer);
  expect(buffer.content().includes('6789')).toBe(false);
  expect(valuesOf(buffer).map(({ length }) => length)).toEqual(
    [11, 4 - sealExtraBytes, 8, 11, 4 - sealExtraBytes, 8].map((bytes) => bytes + sealExtraBytes),
  );
});

test('a thread that ended fails what waits for it and what comes later', async () => {
  const thread = makeThread();
  const buffer = new CopyBuffer(64);
  addAccount(buffer, '123-45-6789', '4/5/1970');
  const sealing = expect(thread.seal(buffer)).rejects.toThrow('ended');
  await thread.close();
  await sealing;
  const next = new CopyBuffer(64);
  addAccount(next, '123-45-6789', '4/5/1970');
  await expect(thread.seal(next)).rejects.toThrow('ended');
});
