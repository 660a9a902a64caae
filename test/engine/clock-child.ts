/** Prints the simulation's clock until it is killed: `node clock-child.ts <database address>`. */
import { openDatabase } from '../../src/db/database.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';

const db = openDatabase({ connectionString: process.argv[2], max: 2 });
const clock = await loadSimulationClock(db, { speed: 1_000, start: undefined });
setInterval(() => process.stdout.write(`${clock.now()}\n`), 10);
