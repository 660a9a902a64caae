/** The sealed columns of a report's pages, opened in a thread beside the one that writes the lines. */
import { type CallRecordColumn, callRecordTable } from '#contract/call-record-columns.ts';
import type { SealContext, SealedField, Vault } from '#db/encryption.ts';
import type { SealState } from '#db/key-set.ts';
import type { ExportedRow } from '#db/queries/call-record-export.ts';
import { recordPlace } from '#db/queries/record-seals.ts';
import { VaultThread } from '#db/vault-thread.ts';

export interface OpenKey {
  clientId: number;
  sealState: SealState;
}

/**
 * The values of one column of a page, one after another; `ends` has where each of them ends. An
 * empty one is no value. Both belong to the thread until they come back.
 */
export interface OpenRequest {
  field: SealedField;
  bytes: ArrayBuffer;
  ends: Int32Array<ArrayBuffer>;
  /** Of each value: the ids of its list and its entry, to which it is bound. */
  rows: Float64Array<ArrayBuffer>;
}

/** The same with the opened texts, UTF-8. */
export type OpenReply = Pick<OpenRequest, 'bytes' | 'ends'>;

/** For each column of the file: a text for each record where it is sealed, '' without a value. */
export type OpenedColumns = readonly (readonly string[] | undefined)[];

const sealedTypes: Partial<Record<SealedField, true>> = { dateOfBirth: true, ssn: true };

function sealedField(column: CallRecordColumn): SealedField | undefined {
  const { type } = callRecordTable[column];
  return type in sealedTypes ? (type as SealedField) : undefined;
}

export class SealedColumns {
  readonly #vault: Vault;
  readonly #clientId: number;
  /** Of each column of the file; undefined where it is not sealed. */
  readonly #fields: readonly (SealedField | undefined)[];
  #thread: VaultThread<OpenRequest, OpenReply>;
  /** The keys that the thread has. */
  #state: SealState;
  #pages = 0;

  constructor(
    { vault, clientId }: { vault: Vault; clientId: number },
    columns: readonly CallRecordColumn[],
  ) {
    this.#vault = vault;
    this.#clientId = clientId;
    this.#fields = columns.map(sealedField);
    this.#state = vault.state;
    this.#thread = this.#newThread();
  }

  #newThread(): VaultThread<OpenRequest, OpenReply> {
    const key: OpenKey = { clientId: this.#clientId, sealState: this.#state };
    return new VaultThread({
      module: new URL('./open-worker.ts', import.meta.url),
      workerData: key,
      task: 'opens personal values',
    });
  }

  /** The values of the next page may have been sealed with a key that came after the thread. */
  async #renewThread(): Promise<void> {
    if (this.#state === this.#vault.state) return;
    await this.#thread.close();
    this.#state = this.#vault.state;
    this.#thread = this.#newThread();
  }

  /** @throws SealError when a value was sealed for another row, its key is missing, or it was changed */
  async open(rows: readonly ExportedRow[]): Promise<OpenedColumns> {
    this.#pages += 1;
    await this.#renewThread();
    // Opening the values of one page takes less than starting a thread.
    const open = this.#pages === 1 ? this.#openHere : this.#openInThread;
    const at = this.#fields.length;
    const places = Float64Array.from(rows.flatMap((row) => [Number(row[at]), Number(row[at + 1])]));
    return Promise.all(
      this.#fields.map((field, index) => {
        if (!field) return undefined;
        const values = rows.map((row) => row[index] as Uint8Array | null);
        return open(field, values, places);
      }),
    );
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #openHere = (
    field: SealedField,
    values: readonly (Uint8Array | null)[],
    rows: Float64Array,
  ): string[] =>
    values.map((value, at) => {
      const context = contextAt({ clientId: this.#clientId, field, rows }, at);
      return value ? this.#vault.open(value, context) : '';
    });

  #openInThread = async (
    field: SealedField,
    values: readonly (Uint8Array | null)[],
    places: Float64Array,
  ): Promise<string[]> => {
    const total = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (total === 0) return values.map(() => '');
    const packed = new Uint8Array(new ArrayBuffer(total));
    const ends = new Int32Array(values.length);
    let end = 0;
    for (const [at, value] of values.entries()) {
      if (value) packed.set(value, end);
      end += value?.length ?? 0;
      ends[at] = end;
    }
    const bytes = packed.buffer;
    // Both sealed columns of a page are bound to the same rows.
    const rows = Float64Array.from(places);
    const request = { field, bytes, ends, rows };
    return textsOf(await this.#thread.request(request, [bytes, ends.buffer, rows.buffer]));
  };
}

/** What the value at an index is bound to. */
export function contextAt(
  { clientId, field, rows }: { clientId: number; field: SealedField; rows: Float64Array },
  at: number,
): SealContext {
  const callListId = rows[2 * at] as number;
  const entryId = rows[2 * at + 1] as number;
  return { ...recordPlace({ clientId, callListId, entryId }), field };
}

function textsOf({ bytes, ends }: OpenReply): string[] {
  const buffer = Buffer.from(bytes);
  return Array.from(ends, (end, at) => buffer.toString('utf8', at === 0 ? 0 : ends[at - 1], end));
}
