/** Seals everything again until it is killed: `node reseal-child.ts <address> <ring> <sealing>`. */
import { openDatabase } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { parseRing } from '../../src/db/key-ring.ts';
import { resealAll } from '../../src/db/reseal/run.ts';

const [connectionString = '', text = '', sealing = ''] = process.argv.slice(2);
const vault = createVault({ ring: parseRing(text), sealing, opensUnbound: true });
const db = openDatabase({ connectionString, max: 2 });
const { signal } = new AbortController();
await resealAll({ db, vault, signal, pauseMs: 200 });
await db.pool.end();
