/** The parts of a report's file: compressed, sealed, and read again one at a time. */
import { promisify } from 'node:util';
import { constants, gunzip, zstdCompress, zstdDecompress } from 'node:zlib';
import { asClient, type Database } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { reportPart } from '../sealed-files.ts';

/** Which part of which file; the seal is bound to it, so that parts cannot be swapped. */
export interface PartPosition {
  clientId: number;
  reportArchiveId: number;
  /** From 0. */
  part: number;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const decompressFormer = promisify(gunzip);

/** Quick to make: a report is read once or twice. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** With which gzip begins: parts of earlier versions. */
const gzipMagic = 0x1f8b;

/** A piece of the CSV as it is stored. */
export async function packPart(
  vault: Vault,
  position: PartPosition,
  csv: Uint8Array,
): Promise<Buffer> {
  return vault.sealBytes(await compress(csv, { params }), reportPart(position).context);
}

/**
 * The file, part by part; each is read in a transaction of its own, so that a slow reader holds
 * nothing open.
 *
 * @throws Error when a part is gone: the archive was removed while it was read
 */
export async function* readParts(
  db: Database,
  vault: Vault,
  file: { clientId: number; reportArchiveId: number; partCount: number },
): AsyncGenerator<Buffer> {
  const { clientId, reportArchiveId } = file;
  for (let part = 0; part < file.partCount; part += 1) {
    const row = await asClient(db, clientId, (tx) =>
      tx.row<{ content: Buffer }>(
        `SELECT content FROM report_part
         WHERE client_id = $1 AND report_archive_id = $2 AND part = $3`,
        [clientId, reportArchiveId, part],
      ),
    );
    if (!row) throw new Error(`Part ${part} of report ${reportArchiveId} is gone.`);
    const { context } = reportPart({ clientId, reportArchiveId, part });
    const packed = vault.openBytes(row.content, context);
    const isFormer = packed.length > 1 && packed.readUInt16BE(0) === gzipMagic;
    yield isFormer ? decompressFormer(packed) : decompress(packed);
  }
}
