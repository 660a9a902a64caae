import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../../src/db/embedded/server.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readSchema } from './read-schema.ts';

/** `npm run schema`: applies the migrations to an empty database and writes the schema. */
const target = fileURLToPath(new URL('../../src/db/schema.sql', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'carillon-schema-'));
const server = await startEmbedded({ dataFolder: folder, durability: 'throwaway' });
try {
  await migrate(server);
  writeFileSync(target, await readSchema(server));
  process.stdout.write(`Written: ${target}\n`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
