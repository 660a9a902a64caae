/**
 * Stores the results of calls beside the campaigns' steps: those of many campaigns of a client in one
 * transaction, because each costs a client of many campaigns a commit. A campaign whose results
 * cannot be stored is stored alone from then on, until that succeeds: the others do not wait for it.
 */
import type { CallEvent } from '#carriers/port.ts';
import { asClient, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { isDatabaseUnreachable } from '#db/errors.ts';
import type { EndedCall } from '#db/queries/ended-call.ts';
import type { Lease } from '#db/queries/lease.ts';
import { recordResults, resultBatch } from '#db/queries/record.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { Call } from './call.ts';

export interface Result {
  call: Call;
  ended: EndedCall;
  /** Acknowledged with its commit: the end, and what the carrier reports of the call until then. */
  events: CallEvent[];
}

/** The results of one campaign. */
export interface ResultSource {
  readonly lease: Lease;
  /** Those that may be stored, the oldest first. */
  ready(): readonly Result[];
  /** In the transaction of results. Returns what to do after its commit. */
  note(tx: Tx): Promise<() => void>;
  /** The oldest of them are committed. */
  stored(count: number): void;
}

export interface ResultStore {
  /**
   * Begins to store what is ready. Resolves when it is committed; rejects with the error that kept
   * this campaign from it. The rejection is handled where nobody waits for it.
   */
  store(source: ResultSource): Promise<void>;
  /** Resolves when nothing is being stored. */
  idle(): Promise<unknown>;
}

interface Deps {
  db: Database;
  vault: Vault;
  /** Makes sure that call records of this instant have their partition. */
  ensureMonth(attemptedAt: SimMs): Promise<void>;
}

/** What one transaction stores of a campaign. */
interface Share {
  source: ResultSource;
  results: readonly Result[];
}

/** Transactions of one client at the same time: a few campaigns fill one each. */
const lanesOfClient = 4;

export function createResultStore(deps: Deps): ResultStore {
  const lanes = new Map<string, ResultLane>();
  return {
    store(source) {
      const { clientId, campaignId } = source.lease;
      // A campaign keeps its lane, and with it the lists whose counters are locked.
      const name = `${clientId} ${campaignId % lanesOfClient}`;
      const known = lanes.get(name);
      const lane = known ?? new ResultLane(deps, clientId);
      if (!known) lanes.set(name, lane);
      return lane.store(source);
    },
    idle: () => Promise.all([...lanes.values()].map((lane) => lane.idle())),
  };
}

/** Stores for some campaigns of a client, one transaction after the other. */
class ResultLane {
  readonly #deps: Deps;
  readonly #clientId: number;
  /** Whose results are to be stored, with who waits for it. */
  readonly #asked = new Map<ResultSource, PromiseWithResolvers<void>>();
  /** Those that failed, until they succeed. */
  readonly #failing = new WeakSet<ResultSource>();
  readonly #alone = new Map<ResultSource, Promise<void>>();
  #running: Promise<void> | undefined;

  constructor(deps: Deps, clientId: number) {
    this.#deps = deps;
    this.#clientId = clientId;
  }

  store(source: ResultSource): Promise<void> {
    const alone = this.#alone.get(source);
    if (alone) return alone;
    if (this.#failing.has(source)) return this.#storeAlone(source);
    const known = this.#asked.get(source);
    if (known) return known.promise;
    const asked = Promise.withResolvers<void>();
    // Its campaign learns of it at the next step, also if nobody waits here.
    asked.promise.catch(() => {});
    this.#asked.set(source, asked);
    this.#running ??= this.#run();
    return asked.promise;
  }

  idle(): Promise<unknown> {
    return Promise.all([this.#running, ...this.#alone.values()]).catch(() => {});
  }

  async #run(): Promise<void> {
    // The other campaigns of this tick ask at the same moment.
    await Promise.resolve();
    while (this.#asked.size > 0) {
      const shares = this.#nextShares();
      try {
        if (shares.length > 0) await commit(this.#deps, this.#clientId, shares);
        this.#settle(shares);
      } catch (error) {
        this.#failed(shares, error);
      }
    }
    this.#running = undefined;
  }

  /** One transaction's worth. */
  #nextShares(): Share[] {
    const shares: Share[] = [];
    let left = resultBatch;
    for (const source of this.#asked.keys()) {
      const results = source.ready().slice(0, left);
      if (results.length === 0) continue;
      shares.push({ source, results });
      left -= results.length;
      if (left === 0) break;
    }
    return shares;
  }

  /** Those that have nothing left are told; the one that was cut short goes behind the others. */
  #settle(shares: readonly Share[]): void {
    const cut = shares.at(-1)?.source;
    for (const [source, asked] of [...this.#asked]) {
      const isDone = source.ready().length === 0;
      if (isDone || source === cut) this.#asked.delete(source);
      if (isDone) asked.resolve();
      else if (source === cut) this.#asked.set(source, asked);
    }
  }

  /** The error of all is the one of each when the database is away; else each is tried alone. */
  #failed(shares: readonly Share[], error: unknown): void {
    const isOfAll = isDatabaseUnreachable(error);
    for (const { source } of shares) {
      const asked = this.#asked.get(source);
      this.#asked.delete(source);
      if (!isOfAll) this.#failing.add(source);
      if (isOfAll || shares.length === 1) asked?.reject(error);
      else asked?.resolve(this.#storeAlone(source));
    }
  }

  #storeAlone(source: ResultSource): Promise<void> {
    const stored = this.#allOf(source).finally(() => this.#alone.delete(source));
    stored.catch(() => {});
    this.#alone.set(source, stored);
    return stored;
  }

  async #allOf(source: ResultSource): Promise<void> {
    for (;;) {
      const results = source.ready().slice(0, resultBatch);
      if (results.length === 0) break;
      await commit(this.#deps, this.#clientId, [{ source, results }]);
    }
    this.#failing.delete(source);
  }
}

async function commit(
  { db, vault, ensureMonth }: Deps,
  clientId: number,
  shares: readonly Share[],
): Promise<void> {
  const results = shares.flatMap((share) => share.results);
  for (const { call } of results) await ensureMonth(call.attemptedAt);
  // In one order, so that two transactions never lock their rows crosswise.
  const inOrder = shares.toSorted((a, b) => a.source.lease.campaignId - b.source.lease.campaignId);
  const noted = await asClient(db, clientId, async (tx) => {
    const after: (() => void)[] = [];
    // First: campaigns' rows are locked before any others, as a claim does.
    for (const { source } of inOrder) after.push(await source.note(tx));
    await recordResults(
      tx,
      vault,
      clientId,
      results.map(({ ended }) => ended),
    );
    return after;
  });
  for (const one of noted) one();
  for (const { source, results: own } of shares) source.stored(own.length);
}
