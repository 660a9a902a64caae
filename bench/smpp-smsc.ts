/**
 * The SMSC of bench/smpp.ts, in a process of its own; says its port. It sends a receipt for each text so
 * many milliseconds after its response, and cuts the connection at some of the texts. For each line that
 * it is sent, it says what it took since the last one.
 *
 *   node bench/smpp-smsc.ts [receipt after ms=0] [texts=0] [cuts=0]
 */
import { createInterface } from 'node:readline';
import { startSmsc } from '../test/smpp/smsc.ts';

export interface Taken {
  texts: number;
  /** Texts of numbers that got one before. */
  twice: number;
}

const [after = 0, texts = 0, cuts = 0] = process.argv.slice(2).map(Number);
const part = cuts > 0 ? Math.ceil(texts / (cuts + 1)) : Number.POSITIVE_INFINITY;
let submitted = 0;
const smsc = await startSmsc({
  fate() {
    submitted += 1;
    const isCut = submitted % part === 0 && submitted / part <= cuts;
    return { receipts: [{ stat: 'DELIVRD', after }], ...(isCut && { connection: 'cut' as const }) };
  },
});
process.stdout.write(`${smsc.port}\n`);
const lines = createInterface({ input: process.stdin });
lines.on('line', () => {
  const numbers = smsc.taken.map(({ to }) => to);
  const taken: Taken = { texts: numbers.length, twice: numbers.length - new Set(numbers).size };
  process.stdout.write(`${JSON.stringify(taken)}\n`);
});
lines.on('close', () => process.exit(0));
