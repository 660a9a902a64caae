/** The bytes of a file as list entries in the table of its load. */
import { once } from 'node:events';
import { readSync } from 'node:fs';
import copyStreams from 'pg-copy-streams';
import { restrictionType } from '#contract/call-list.ts';
import type { Tx } from '#db/database.ts';
import { beginLoad, copyEntriesSql } from '#db/queries/call-list-load.ts';
import { badFile } from '#domain/contact-file/bad-file.ts';
import { AccountWriter } from './account-writer.ts';
import { bufferScanner } from './buffer-scanner.ts';
import { CopySender, type CopyStream } from './copy-sender.ts';
import { checkHeader, headerNames } from './header.ts';
import type { ImportJob } from './import-job.ts';
import { planImport } from './import-plan.ts';
import { checkStop, type LoadState, type LoadTools, type Spools } from './load-state.ts';
import { decoderFor } from './text-decoder.ts';

const readBytes = 256 * 1024;

/** @throws ProblemError bad_file, rule_broken or canceled */
export async function copyFile(
  job: ImportJob,
  tools: LoadTools,
  tx: Tx,
  spools: Spools,
): Promise<LoadState> {
  let state: LoadState | undefined;
  const scanner = bufferScanner(job.settings.delimiter, (record) => {
    if (state) state.writer.consume(record);
    else state = begin(job, tools, tx, spools, headerNames(record));
  });
  const chunks = decodedChunks(job);
  // The header decides which columns are copied. (Leaving a for-of would end the generator.)
  for (let next = chunks.next(); !next.done; next = chunks.next()) {
    scanner.push(next.value);
    if (state) break;
  }
  if (!state) scanner.end();
  const begun = state as LoadState | undefined;
  if (!begun) throw badFile('The file has only blank lines.');
  await beginLoad(tx, begun.load);
  const copy = tx.client.query(copyStreams.from(copyEntriesSql(begun.load, begun.writer.columns)));
  const sender = new CopySender(copy, tools.sealer);
  try {
    await sender.send(begun);
    for (const chunk of chunks) {
      checkStop(job);
      scanner.push(chunk);
      await sender.send(begun);
    }
    scanner.end();
    begun.lines = scanner.lines;
    if (begun.writer.counts.accounts === 0) {
      throw badFile('The file has a header row, but no rows below it.');
    }
    await sender.finish(begun);
  } catch (error) {
    await stopCopy(copy);
    throw error;
  }
  return begun;
}

function begin(
  job: ImportJob,
  tools: LoadTools,
  tx: Tx,
  spools: Spools,
  headers: string[],
): LoadState {
  const { clientId, callListId, settings } = job;
  checkHeader(headers, settings.delimiter);
  const plan = planImport(headers, {
    mapping: settings.callListMapList,
    postedHeaders: job.postedHeaders,
    customFields: job.customFields,
    latestConsent: job.latestConsent,
  });
  const unique = settings.restriction.restrictionType === restrictionType.uniqueCallList;
  const writer = new AccountWriter({
    ...{ plan, ...spools, unique },
    countries: job.countries,
  });
  const load = {
    ...{ clientId, callListId, phoneColumns: plan.phones.map(({ name }) => name) },
    keepsDropped:
      plan.phones.length > 1 || plan.fields.some(({ target }) => target === 'external_id'),
  };
  return { job, tools, tx, load, headers, plan, writer, lines: 0, ...spools };
}

/** Aborts the COPY, so that the transaction can be ended. */
async function stopCopy(copy: CopyStream): Promise<void> {
  if (copy.destroyed) return;
  const closed = once(copy, 'close').catch(() => {});
  copy.destroy(new Error('the import stopped'));
  await closed;
}

function* decodedChunks({ file, encoding }: ImportJob): Generator<Buffer> {
  const decode = decoderFor(encoding.encoding);
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  let position = encoding.markBytes;
  for (;;) {
    const read = readSync(file, buffer, 0, readBytes, position);
    if (read === 0) {
      const rest = decode(Buffer.alloc(0), true);
      if (rest.length > 0) yield rest;
      return;
    }
    position += read;
    yield decode(buffer.subarray(0, read), false);
  }
}
