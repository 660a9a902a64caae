/** A run with a PostgreSQL of its own, to be killed. `node run-folder-child.ts <kind>` */
import { startEmbedded } from '../../src/db/embedded/server.ts';
import { openRunFolder } from './run-folder.ts';

const { path, dataFolder } = await openRunFolder(process.argv[2] ?? '');
const { pid } = await startEmbedded({ dataFolder, durability: 'throwaway' });
process.stdout.write(`${JSON.stringify({ path, pid })}\n`);
setInterval(() => {}, 1_000);
