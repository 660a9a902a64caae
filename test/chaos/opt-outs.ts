/**
 * Numbers join the do-not-call list just as they are about to be called: over the console's call
 * and by the operator's import. The third way, STOP by text, the simulated public goes by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient, type Tx } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { settleOptOuts } from '../../src/db/queries/opt-out-settled.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { createLedger, type Ledger } from '../simulation/ledger.ts';
import type { Site } from './site.ts';

export interface OptOuts {
  run(isEnough: () => boolean): Promise<void>;
  confirmed(): number;
  ledger: Ledger;
}

const consoles = 6;
const imports = 2;

export function createOptOuts(site: Site, { bare }: { bare: boolean }): OptOuts {
  const { db, clientId, manager } = site;
  const ledger = createLedger(site.folder);
  const random = seededRandom('opt-outs');

  /** The numbers that are called next, in every campaign. */
  async function nextToCall(count: number): Promise<string[]> {
    const rows = await asClient(db, clientId, async (tx) => {
      const lists = await tx.rows<{ id: number }>('SELECT call_list_id AS id FROM call_list');
      const found: { phone: string }[] = [];
      for (const { id } of lists) {
        found.push(
          ...(await tx.rows<{ phone: string }>(
            `SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND state = 0
             ORDER BY due_at, entry_id LIMIT 12`,
            [clientId, id],
          )),
        );
      }
      return found;
    });
    const phones = [...new Set(rows.map(({ phone }) => phone))];
    return phones.sort(() => random.next() - 0.5).slice(0, count);
  }

  async function overConsole(): Promise<void> {
    const [phone] = await nextToCall(1);
    if (!phone) return void (await sleep(100));
    const status = bare
      ? await onlyListed([phone])
      : (await manager.post(`/api/donotcall/${clientId}/edit`, { phoneRestriction: phone })).status;
    // 409: somebody else blocked it, which counts as well.
    if (status === 200 || status === 409) ledger.confirmedOptOut(clientId, phone, 'console');
  }

  async function overImport(): Promise<void> {
    const phones = await nextToCall(8);
    if (bare) await onlyListed(phones);
    else {
      const write = (tx: Tx) => importDoNotCall(tx, clientId, phones);
      await settleOptOuts(db, clientId, write, () => phones);
    }
    for (const phone of phones) ledger.confirmedOptOut(clientId, phone, 'import');
    await sleep(1_000);
  }

  /** The wrong build: it trusts that every claim looks at the list. */
  async function onlyListed(phones: string[]): Promise<number> {
    await asClient(db, clientId, (tx) =>
      tx.run(
        `INSERT INTO do_not_call (client_id, phone, source)
         SELECT $1, unnest($2::text[]), 'manager' ON CONFLICT DO NOTHING`,
        [clientId, phones],
      ),
    );
    return 200;
  }

  async function goOn(act: () => Promise<void>, isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      // The database or the API is down: there was no response.
      await act().catch(() => sleep(50));
      await sleep(random.between(50, 500));
    }
  }

  return {
    ledger,
    confirmed: () => ledger.optOuts.length,
    async run(isEnough) {
      await Promise.all([
        ...Array.from({ length: consoles }, () => goOn(overConsole, isEnough)),
        ...Array.from({ length: imports }, () => goOn(overImport, isEnough)),
      ]);
    },
  };
}
