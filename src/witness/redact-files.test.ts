import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { redactFolder } from './redact-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-redact-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an erasure of one client leaves what another client's journal knows of the number", () => {
  const journal = join(folder, 'journal-1.log');
  const carrier = join(folder, 'carrier.log');
  const lines = 'H 1 2 3 4 12125550100 5\nO 2 12125550100 key 6\nO 1 12125550100 key 7\n';
  writeFileSync(journal, lines);
  writeFileSync(carrier, '{"to":"12125550100"}\n');
  const erasedBy = (phone: string, clientId: number | undefined) =>
    phone === '12125550100' && (clientId ?? 1) === 1;
  expect(redactFolder(folder, erasedBy)).toBe(3);
  const x = 'x'.repeat(11);
  expect(readFileSync(journal, 'utf8')).toBe(
    `H 1 2 3 4 ${x} 5\nO 2 12125550100 key 6\nO 1 ${x} key 7\n`,
  );
  expect(readFileSync(carrier, 'utf8')).toBe(`{"to":"${x}"}\n`);
});
