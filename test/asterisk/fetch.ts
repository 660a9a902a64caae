/** Fetches Asterisk for the tests; says why where it cannot be had, and nothing else. */
import { asteriskPrefix } from './prefix.ts';

const prefix = await asteriskPrefix();
if ('missing' in prefix) process.stdout.write(`${prefix.missing}\n`);
