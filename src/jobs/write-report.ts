/** Writes a report's file, part by part, from one state of the data. */
import { asClient, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { hasErasures } from '#db/queries/erasures-there.ts';
import { filterWords } from '#db/queries/report-filter-words.ts';
import { packPart } from '#db/queries/report-part.ts';
import { announceRecords, finishRun, type ReportRun, storePart } from '#db/queries/report-run.ts';
import type { ReportsDatabase } from '#db/reports-database.ts';
import { ahead } from '#domain/ahead.ts';
import type { FileFormat, PageReader } from './file-format.ts';
import { csvFormat } from './report-csv.ts';
import { workbookFormat } from './report-workbook.ts';
import { SealedValues } from './sealed-values.ts';

/** Another try is working on the report, or it was canceled: this one has nothing left to do. */
export class Superseded extends Error {}

/** The file would be larger than is stored. */
export class TooLarge extends Error {}

export interface WriteLimits {
  /** Bytes of the file in a part, about. */
  partBytes: number;
  /** Bytes of a file. */
  fileBytes: number;
}

export const writeLimits: WriteLimits = { partBytes: 2 ** 20, fileBytes: 4e9 };

interface WriteDeps {
  db: Database;
  /** Where the records are read; absent: in `db`. */
  reports?: Pick<ReportsDatabase, 'current'>;
  vault: Vault;
  /** Aborts it between two pages. */
  signal?: AbortSignal;
}

/**
 * Ends as READY.
 *
 * @throws Superseded, TooLarge, the signal's reason, and errors of the database
 */
export async function writeReport(
  deps: WriteDeps,
  run: ReportRun,
  limits: WriteLimits = writeLimits,
): Promise<void> {
  const words = await asClient(deps.db, run.clientId, (tx) => filterWords(tx, run));
  const isWorkbook = run.format === 'xlsx';
  const values = new SealedValues(
    { vault: deps.vault, clientId: run.clientId },
    { cells: !isWorkbook, full: run.includeFullSsn },
  );
  try {
    if (isWorkbook) await writeFile(deps, run, limits, workbookFormat(run, words, values));
    else await writeFile(deps, run, limits, csvFormat(run, words, values));
  } finally {
    await values.close();
  }
}

async function writeFile<Page, Opened>(
  deps: WriteDeps,
  run: ReportRun,
  limits: WriteLimits,
  format: FileFormat<Page, Opened>,
): Promise<void> {
  const file = new ReportFile(deps, run, { format, limits });
  try {
    const question = { clientId: run.clientId, filters: run.filters, blind: deps.vault };
    await format.read(await recordsOf(deps, run.clientId), question, file);
    await file.finish();
  } finally {
    await file.close();
  }
}

/** The standby, unless it still has somebody who was erased. */
async function recordsOf({ db, reports }: WriteDeps, clientId: number): Promise<Database> {
  const there = reports?.current() ?? db;
  return there === db || (await hasErasures(there, db, clientId)) ? there : db;
}

/** While a page is written, the values of the next one are opened and the part before it is stored. */
class ReportFile<Page, Opened> implements PageReader<Page> {
  readonly #deps: WriteDeps;
  readonly #run: ReportRun;
  readonly #limits: WriteLimits;
  readonly #format: FileFormat<Page, Opened>;
  #total = 0;
  #records = 0;
  #fileBytes = 0;
  #partCount = 0;
  /** The page that is not written yet. */
  #page: { page: Page; opened: Promise<Opened> } | undefined;
  #pieces: Buffer[] = [];
  #length = 0;
  /** The part before. */
  #stored: Promise<void> = Promise.resolve();

  constructor(
    deps: WriteDeps,
    run: ReportRun,
    { format, limits }: { format: FileFormat<Page, Opened>; limits: WriteLimits },
  ) {
    this.#deps = deps;
    this.#run = run;
    this.#limits = limits;
    this.#format = format;
    this.#add(format.begin());
  }

  async begin(count: number): Promise<void> {
    this.#total = count;
    await this.#mine((tx) => announceRecords(tx, this.#run, count));
  }

  async page(page: Page): Promise<void> {
    this.#deps.signal?.throwIfAborted();
    const opened = ahead(this.#format.open(page));
    await this.#writePage();
    this.#page = { page, opened };
  }

  async finish(): Promise<void> {
    await this.#writePage();
    this.#add(this.#format.end());
    await this.#cutPart();
    await this.#stored;
    const file = {
      records: this.#records,
      fileBytes: this.#fileBytes,
      partCount: this.#partCount,
    };
    await this.#mine((tx) => finishRun(tx, this.#run, file));
  }

  /** No part is stored after this. */
  async close(): Promise<void> {
    await this.#stored.catch(() => undefined);
  }

  async #writePage(): Promise<void> {
    if (!this.#page) return;
    const { page, opened } = this.#page;
    this.#add(this.#format.piece(page, await opened));
    this.#records += this.#format.records(page);
    if (this.#length >= this.#limits.partBytes) await this.#cutPart();
  }

  #add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  async #cutPart(): Promise<void> {
    if (this.#length === 0) return;
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    this.#fileBytes += bytes.length;
    if (this.#fileBytes > this.#limits.fileBytes) throw new TooLarge();
    await this.#stored;
    this.#stored = ahead(this.#storePart(bytes, this.#partCount));
    this.#partCount += 1;
  }

  async #storePart(bytes: Buffer, part: number): Promise<void> {
    const { clientId, reportArchiveId } = this.#run;
    // 100 comes only with READY.
    const progress = Math.min(99, Math.floor((100 * this.#records) / Math.max(1, this.#total)));
    const content = await packPart(this.#deps.vault, { clientId, reportArchiveId, part }, bytes);
    await this.#mine((tx) => storePart(tx, this.#run, { part, content, progress }));
  }

  async #mine(step: (tx: Tx) => Promise<boolean>): Promise<void> {
    const stillMine = await asClient(this.#deps.db, this.#run.clientId, step);
    if (!stillMine) throw new Superseded();
  }
}
