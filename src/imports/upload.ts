/**
 * One upload from its first byte to its result (spec 3 section 5): the file goes to the spool while
 * its settings come before or after it; then it is loaded in a thread. A heartbeat renews the lease
 * and notices a cancellation. If it ends early, no list is left behind.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { accountFieldTexts, customFieldOffset, sealedFieldIds } from '#contract/account-field.ts';
import { callListTexts, restrictionType } from '#contract/call-list.ts';
import type { MappingItem, UploadResult, UploadSettings } from '#contract/call-list-upload.ts';
import { consentTexts } from '#contract/consent.ts';
import { type ProblemError, problem, ruleBroken } from '#contract/errors.ts';
import { asClient, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { KeyedRequest } from '#db/kept-response.ts';
import { listAccountFields } from '#db/queries/account-field.ts';
import {
  abandonUpload,
  insertNewList,
  openUpload,
  renewUpload,
  startProcessing,
  type UploadId,
  type UploadState,
} from '#db/queries/call-list-upload.ts';
import { readCountries } from '#db/queries/client.ts';
import { markSensitive } from '#db/queries/sensitive-fields.ts';
import { isToCome, latestConsentDay } from '#domain/consent-date.ts';
import { callDay } from './call-day.ts';
import { type RunningImport, runImport } from './run-import.ts';
import { type Spool, spool } from './spool.ts';

export interface UploadDeps {
  db: Database;
  /** For the heartbeat, which must not wait behind the client's requests. */
  platformDb: Database;
  vault: Vault;
  spoolFolder: string;
  /** The current instant on the clock of calls. */
  now: () => Date;
}

interface UploadBegin {
  uploadKey: string | undefined;
  /** Size of the request; 0 when it is not known. */
  bytesTotal: number;
}

const heartbeat = 500;
const longestName = 255;
/** A file of this size gets a partition of its own; smaller ones share one (decision 004). */
const largeFileBytes = 8 * 1024 * 1024;

export class Upload {
  readonly #deps: UploadDeps;
  readonly #id: UploadId;
  readonly #managerId: number;
  readonly #bytesTotal: number;
  readonly #state: UploadState = { stage: 'receiving', bytesReceived: 0, rowsLoaded: 0 };
  #settings: UploadSettings | undefined;
  #callListId: number | undefined;
  #fileName = '';
  #spool: Spool | undefined;
  #stream: Readable | undefined;
  #import: RunningImport | undefined;
  #stopped = false;
  #beating = false;

  private constructor(deps: UploadDeps, id: UploadId, managerId: number, bytesTotal: number) {
    this.#deps = deps;
    this.#id = id;
    this.#managerId = managerId;
    this.#bytesTotal = bytesTotal;
  }

  /** @throws ProblemError conflict while an upload with the same key is under way, or has loaded a list */
  static async open(
    deps: UploadDeps,
    { clientId, managerId }: { clientId: number; managerId: number },
    { uploadKey = randomUUID(), bytesTotal }: UploadBegin,
  ): Promise<Upload> {
    const id = { clientId, uploadKey };
    const opened = await openUpload(deps.db, id, managerId, bytesTotal);
    if (opened === 'under way') {
      throw problem('conflict', 'An upload with this key is already in progress.');
    }
    if (opened === 'done') {
      throw problem('conflict', 'The file of this upload is already loaded. See Contact Lists.');
    }
    return new Upload(deps, id, managerId, bytesTotal);
  }

  /** Does the work under the lease; cleans up after it when it fails. */
  async run(work: () => Promise<UploadResult>): Promise<UploadResult> {
    const beats = setInterval(() => void this.#beat(), heartbeat);
    try {
      return await work();
    } catch (error) {
      // Known before it is abandoned: a beat then takes its row for one that was canceled.
      const stopped = this.#stopped;
      const stage = stopped ? 'canceled' : 'failed';
      await abandonUpload(this.#deps.db, this.#id, this.#callListId, stage);
      throw stopped ? canceled() : error;
    } finally {
      clearInterval(beats);
      await this.#spool?.handle.close();
    }
  }

  /** Takes the file; it is checked when the form is complete. */
  async receive({ stream, fileName }: { stream: Readable; fileName: string }): Promise<void> {
    if (this.#spool) throw ruleBroken('fileSelect', 'Select only one file.');
    if (this.#stopped) throw canceled();
    this.#stream = stream;
    // A database holds no NUL; a name longer than a list's is nobody's.
    this.#fileName = fileName.replaceAll('\0', '').slice(0, longestName);
    this.#spool = await spool(stream, this.#deps.spoolFolder, (bytes) => {
      this.#state.bytesReceived = bytes;
      if (this.#stopped) throw canceled();
    });
  }

  /** Takes the settings: from here on the list exists, as New. */
  async accept(value: unknown): Promise<void> {
    const settings = value as UploadSettings;
    if (this.#settings) throw ruleBroken('callListMap', 'The settings were sent twice.');
    this.#settings = settings;
    if (settings.consent && isToCome(settings.consent, this.#deps.now())) {
      throw ruleBroken('callListMap.consent.date', consentTexts.future);
    }
    const { restrictionType: type } = settings.restriction;
    this.#callListId = await insertNewList(this.#deps.db, this.#id, {
      campaignId: settings.campaignId,
      name: settings.callListName,
      restrictionType: type,
      notCalledSince: this.#since(settings),
      consent: settings.consent ?? null,
      large: (this.#spool?.bytes ?? this.#bytesTotal) >= largeFileBytes,
    });
    if (this.#callListId === undefined) throw problem('not_found', 'There is no such campaign.');
  }

  /**
   * Loads the file.
   *
   * @param headers the header that the mapping was made for
   * @param keyed the request, if it has an Idempotency-Key: its response is stored with the list
   */
  async load(
    headers: string[] | undefined,
    keyed: KeyedRequest | undefined,
  ): Promise<UploadResult> {
    const { db, vault, spoolFolder } = this.#deps;
    const { clientId, uploadKey } = this.#id;
    if (!this.#spool) throw ruleBroken('fileSelect', 'Select a file.');
    if (!this.#settings || this.#callListId === undefined) {
      throw problem('malformed', 'The upload has no settings (callListMap).');
    }
    const encoding = this.#spool.probe.result();
    const sensitive = sensitiveIndexes(this.#settings.callListMapList);
    const { fields, countries } = await asClient(db, clientId, async (tx) => {
      // Before the list, and whatever becomes of it: the next one must not be loaded in clear.
      const by = { managerId: this.#managerId, now: this.#deps.now(), version: undefined };
      await markSensitive(tx, clientId, sensitive, by);
      const countries = await readCountries(tx, clientId);
      return { fields: await listAccountFields(tx, clientId), countries };
    });
    if (!(await startProcessing(db, clientId, this.#callListId)) || this.#stopped) {
      this.#stopped = true;
      throw canceled();
    }
    const job = {
      clientId,
      callListId: this.#callListId,
      keyed,
      uploadKey,
      uploaded: { managerId: this.#managerId, fileName: this.#fileName },
      settings: this.#settings,
      notCalledSince: this.#since(this.#settings),
      postedHeaders: headers,
      countries,
      customFields: fields.map(({ customIndex, name, sensitive }) => ({
        ...{ customIndex, name, sensitive },
      })),
      latestConsent: latestConsentDay(this.#deps.now()),
      file: this.#spool.handle.fd,
      encoding,
      spoolFolder,
      sealState: vault.state,
    };
    this.#state.stage = 'loading';
    this.#import = runImport(db, job, (stage, rows) => {
      this.#state.stage = stage;
      this.#state.rowsLoaded = rows;
    });
    return this.#import.result;
  }

  /** Ends the upload as soon as possible; `run` then throws `canceled`. */
  stop(): void {
    this.#stopped = true;
    this.#stream?.destroy(canceled());
    this.#import?.stop();
  }

  #since(settings: UploadSettings): Date | null {
    return notCalledSince(settings, this.#deps.now());
  }

  async #beat(): Promise<void> {
    // While one waits for a lock, no further ones start.
    if (this.#beating) return;
    this.#beating = true;
    try {
      const isLive = await renewUpload(this.#deps.platformDb, this.#id, this.#state);
      if (!isLive && !this.#stopped) this.stop();
    } catch {
      // The next beat tries again; if none succeeds, the lease runs out.
    } finally {
      this.#beating = false;
    }
  }
}

/** @throws ProblemError rule_broken for a field that is no custom one; SSN and date of birth always are */
function sensitiveIndexes(mapping: readonly MappingItem[]): number[] {
  const marked = mapping.filter(({ sensitive }) => sensitive).map(({ accountField: { id } }) => id);
  const custom = marked.filter((id) => !sealedFieldIds.includes(id));
  if (custom.some((id) => id <= customFieldOffset)) {
    throw ruleBroken('callListMap.callListMapList', accountFieldTexts.notCustom);
  }
  return custom.map((id) => id - customFieldOffset);
}

const datePath = 'callListMap.restriction.pastXDays';
const dayMs = 86_400_000;

/**
 * A date applies to types 2 and 3; type 1 has no rule. A date in the future would leave nobody out,
 * which is surely a mistake. The day begins elsewhere before it begins in the East.
 */
function notCalledSince({ restriction }: UploadSettings, now: Date): Date | null {
  if (restriction.restrictionType === restrictionType.none) return null;
  if (restriction.pastXDays) {
    const since = callDay(restriction.pastXDays);
    if (since.getTime() > now.getTime() + dayMs)
      throw ruleBroken(datePath, callListTexts.dateAhead);
    return since;
  }
  if (restriction.restrictionType !== restrictionType.uniqueTimespan) return null;
  throw ruleBroken(datePath, callListTexts.dateRequired);
}

function canceled(): ProblemError {
  return problem('canceled', 'The upload was canceled. Nothing was kept.');
}
