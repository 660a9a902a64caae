/** Parts of report files that earlier versions stored are read as they were. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { beginArchive } from '../../src/db/queries/report-archive.ts';
import { packPart, readParts } from '../../src/db/queries/report-part.ts';
import { reportPart } from '../../src/db/sealed-files.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

test('a file with a part in gzip and one in zstd is read whole', async () => {
  const db = await freshDatabase();
  const vault = createVault(Buffer.alloc(32, 7));
  const { clientId, manager } = await makeClient(db);
  const { managerId } = manager;
  const given = { managerId, filters: {}, utcOffset: 0, includeFullSsn: false };
  const reportArchiveId = await asClient(db, clientId, (tx) =>
    beginArchive(tx, clientId, given, vault),
  );
  const position = (part: number) => ({ clientId, reportArchiveId, part });
  const former = vault.sealBytes(gzipSync('first\r\n'), reportPart(position(0)).context);
  const present = await packPart(vault, position(1), Buffer.from('second\r\n'));
  await asClient(db, clientId, async (tx) => {
    for (const [part, content] of [former, present].entries()) {
      await tx.run(
        'INSERT INTO report_part (client_id, report_archive_id, part, content) VALUES ($1, $2, $3, $4)',
        [clientId, reportArchiveId, part, content],
      );
    }
  });
  const pieces: Buffer[] = [];
  for await (const piece of readParts(db, vault, { clientId, reportArchiveId, partCount: 2 })) {
    pieces.push(piece);
  }
  expect(Buffer.concat(pieces).toString()).toBe('first\r\nsecond\r\n');
});
