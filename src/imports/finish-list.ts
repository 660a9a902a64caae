/** After the COPY: restrictions, rejected rows, indexes, the list's counts, all in its transaction. */
import { once } from 'node:events';
import copyStreams from 'pg-copy-streams';
import type { UploadResult } from '#contract/call-list-upload.ts';
import { problem } from '#contract/errors.ts';
import type { Reason } from '#contract/reason.ts';
import { noteAccountStops } from '#db/queries/account-numbers.ts';
import type { AccountStop } from '#db/queries/account-phone.ts';
import { beginDropped, copyDroppedSql, keepDropped } from '#db/queries/account-phone.ts';
import { keepImportResult, type LeftOut } from '#db/queries/call-list-import.ts';
import {
  beginRejected,
  copyRejectedSql,
  finishLoad,
  finishRejected,
  markLoaded,
  noteEmptiedAccounts,
} from '#db/queries/call-list-load.ts';
import {
  removeCalledSince,
  removeDoNotCall,
  removeStoppedAccounts,
} from '#db/queries/call-list-restrict.ts';
import { finishUpload } from '#db/queries/call-list-upload.ts';
import { listBecameReady } from '#db/queries/campaign-run.ts';
import { saveMapping } from '#db/queries/saved-mapping.ts';
import { askSoon } from '#db/queries/scrub-list.ts';
import { sealLater } from '#db/queries/sensitive-fields.ts';
import { guessByList } from '#db/queries/spoken-kind.ts';
import { barStopsSince, stopsSeen } from '#db/queries/stops-meanwhile.ts';
import { keepCountsOfNew } from '#db/queries/waiting-tally.ts';
import { rejectReasons } from '#domain/contact-file/reject-reasons.ts';
import { copyEnd, copyStart } from './copy-buffer.ts';
import type { CopySpool } from './copy-spool.ts';
import { checkStop, type LoadState } from './load-state.ts';

export interface FinishedList {
  result: UploadResult;
  /** Accounts that a stop applies to, under the External Ids that this file gives them. */
  stops: AccountStop[];
}

export async function finishList(state: LoadState): Promise<FinishedList> {
  const { job, tools, tx, load, writer, rejects } = state;
  const { counts } = writer;
  tools.onProgress('restricting', counts.accounts);
  const seen = await stopsSeen(tx);
  const restricted = await restrict(state);
  checkStop(job);
  tools.onProgress('finishing', counts.accounts);
  await copyRejected(state);
  await finishLoad(tx, load);
  checkStop(job);

  const accounts = counts.accountsWritten - restricted.accounts;
  const phones = counts.entries - restricted.phones;
  const rejected = rejects.count + restricted.noted;
  const result = {
    callListId: load.callListId,
    accountsTotal: counts.accounts,
    accountsNotImported: counts.accounts - accounts,
    accountPhonesTotal: counts.phones,
    accountPhonesImported: phones,
    wrongFormatPhoneNumbers: counts.wrongFormat,
    fieldsTrucated: counts.truncated,
    restrictedPhoneNotCallable: counts.duplicates + restricted.phones,
    unknownStates: counts.unknownStates,
    ...(state.plan.fields.some(({ kind }) => kind === 'consent') && {
      unclearConsents: counts.unclearConsents,
    }),
  };
  await complete(state, { accounts, phones, rejected });
  await keepImportResult(
    tx,
    job.clientId,
    result,
    { ...job.uploaded, fileLines: state.lines },
    summed([...rejects.reasons, ...restricted.reasons]),
  );
  if (state.plan.fields.some(({ kind }) => kind === 'custom')) {
    await guessByList(tx, job.clientId, load.callListId);
    await sealLater(tx, job.clientId, load.callListId);
  }
  // Last, because a person's stop waits for the commit.
  const late = await barStopsSince(tx, job.clientId, load.callListId, seen);
  const stops = [...restricted.stops, ...late];
  await noteAccountStops(tx, job.clientId, stops);
  return { result, stops };
}

async function restrict(state: LoadState) {
  const { job, tx, load, dropped } = state;
  if (load.keepsDropped) {
    await beginDropped(tx);
    await copySpool(state, dropped, copyDroppedSql);
  }
  const reasons: LeftOut[] = [];
  const count = (reason: Reason, found: number) => {
    reasons.push({ reason, count: found });
    return found;
  };
  const { doNotCall, accountStop, noneImported } = rejectReasons;
  let phones = count(doNotCall, await removeDoNotCall(tx, load, doNotCall));
  const stopped = await removeStoppedAccounts(tx, load, accountStop);
  phones += count(accountStop, stopped.phones);
  const stops = stopped.ids;
  if (job.notCalledSince) {
    const since = job.notCalledSince;
    const day = since.toLocaleDateString('en-US', { timeZone: 'America/New_York' });
    const calledSince = rejectReasons.calledSince(day);
    phones += count(calledSince, await removeCalledSince(tx, load, calledSince, since));
  }
  if (load.keepsDropped && dropped.count + phones > 0) await keepDropped(tx, load);
  if (phones === 0) return { phones: 0, accounts: 0, noted: 0, stops, reasons };
  // With one phone column an account goes with its phone, and the phone's own note is enough.
  if (load.phoneColumns.length === 1) {
    return { phones, accounts: phones, noted: phones, stops, reasons };
  }
  const accounts = count(noneImported, await noteEmptiedAccounts(tx, load, noneImported));
  return { phones, accounts, noted: phones + accounts, stops, reasons };
}

/** One row for each reason: an account may be left out for the same one before and after the COPY. */
function summed(found: readonly LeftOut[]): LeftOut[] {
  const sums = new Map<string, LeftOut>();
  for (const { reason, count } of found) {
    const key = JSON.stringify(reason);
    sums.set(key, { reason, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].filter(({ count }) => count > 0);
}

async function copyRejected(state: LoadState): Promise<void> {
  const { tx, load, rejects } = state;
  if (rejects.count === 0) return;
  await beginRejected(tx);
  await copySpool(state, rejects, copyRejectedSql);
  await finishRejected(tx, load);
}

async function copySpool({ tx }: LoadState, spool: CopySpool, into: string): Promise<void> {
  if (spool.count === 0) return;
  const copy = tx.client.query(copyStreams.from(into));
  copy.write(copyStart);
  for (const chunk of spool.chunks()) {
    if (!copy.write(chunk)) await once(copy, 'drain');
  }
  copy.end(copyEnd);
  await once(copy, 'finish');
}

interface Sums {
  accounts: number;
  phones: number;
  rejected: number;
}

async function complete({ job, tx, load, headers, plan, writer }: LoadState, sums: Sums) {
  const { settings, clientId } = job;
  const mapping = settings.callListMapList;
  const loaded = await markLoaded(tx, load, {
    ...sums,
    unknownStates: writer.counts.unknownStates,
    fieldName: plan.phones[0]?.name ?? '',
    fieldColumn: plan.phones[0]?.column ?? 0,
    phoneColumns: Math.max(plan.phones.length, 1),
    mappedFields: mapping
      .filter(({ selectedCallListField }) => selectedCallListField.length > 0)
      .map(({ accountField }) => accountField.id),
  });
  if (!loaded) throw problem('canceled', 'The upload was canceled. Nothing was kept.');
  await keepCountsOfNew(tx, load, sums.phones);
  await listBecameReady(tx, clientId, settings.campaignId);
  await askSoon(tx, clientId);
  await saveMapping(tx, clientId, headers, mapping);
  await finishUpload(tx, job, writer.counts.accounts);
}
