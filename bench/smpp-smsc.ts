/** The SMSC of bench/smpp.ts, in a process of its own; says its port. */
import { startSmsc } from '../test/smpp/smsc.ts';

const smsc = await startSmsc({ fate: () => ({ receipts: [{ stat: 'DELIVRD' }] }) });
process.stdout.write(`${smsc.port}\n`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
