/** Fetches Asterisk for the tests; prints only why that is impossible. */
import { asteriskPrefix } from './prefix.ts';

const prefix = await asteriskPrefix();
if ('missing' in prefix) process.stdout.write(`${prefix.missing}\n`);
