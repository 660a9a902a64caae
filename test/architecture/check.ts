import { fileURLToPath } from 'node:url';
import { breaches } from './rules.ts';

/** The check that `npm test` runs: prints every breach of the architecture. */
const found = breaches(fileURLToPath(new URL('../../', import.meta.url)));
for (const breach of found) process.stderr.write(`${breach}\n`);
process.exitCode = found.length > 0 ? 1 : 0;
