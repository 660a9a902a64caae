/** Peers that send X-Forwarded-For without being named as proxies, for the doctor. */
import { asPlatform, type Database, type Tx } from '../database.ts';

/** Anybody can send the header: the newest are enough. */
const mostKept = 20;

export function noteUnnamedProxy(db: Database, address: string): Promise<void> {
  return asPlatform(db, async (tx) => {
    await tx.run(
      `INSERT INTO unnamed_proxy (address) VALUES ($1)
       ON CONFLICT (address) DO UPDATE SET seen_at = now()`,
      [address],
    );
    await tx.run(
      `DELETE FROM unnamed_proxy WHERE address NOT IN (
         SELECT address FROM unnamed_proxy ORDER BY seen_at DESC, address LIMIT ${mostKept})`,
    );
  });
}

/** Those of the last seven days, the newest first. */
export async function listUnnamedProxies(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ address: string }>(
    `SELECT address FROM unnamed_proxy WHERE seen_at > now() - interval '7 days'
     ORDER BY seen_at DESC, address`,
  );
  return rows.map(({ address }) => address);
}
