import { Client, type ClientConfig } from 'pg';
import * as catalog from './catalog.ts';

interface Part {
  name: string;
  text: string;
}

const preamble = `-- Made from the migrations by \`npm run schema\`; compared by the tests. Do not edit.
-- Partitions are made while the program runs and are not shown.`;

/**
 * The schema of a migrated database as SQL text in a stable order: the result of all migrations,
 * for reading and comparing.
 */
export async function readSchema(connection: ClientConfig): Promise<string> {
  const client = new Client(connection);
  await client.connect();
  try {
    // Names only lack `public.` if the search path finds them.
    await client.query('SET search_path TO public');
    const read = async (sql: string) => (await client.query<Part>(sql)).rows;
    const sections = [
      preamble,
      texts(await read(catalog.extensions)).join('\n'),
      ...texts(await read(catalog.types)),
      ...texts(await read(catalog.sequences)),
      ...(await readTables(read)),
      ...texts(await read(catalog.views)),
      ...(await readFunctions(read)),
    ];
    return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

const texts = (parts: Part[]) => parts.map(({ text }) => text);

type Read = (sql: string) => Promise<Part[]>;

async function readTables(read: Read): Promise<string[]> {
  const columns = byName(await read(catalog.columns));
  const constraints = byName(await read(catalog.constraints));
  const keys = byName(await read(catalog.partitionKeys));
  const details: Map<string, string[]>[] = [];
  for (const sql of catalog.tableDetails) details.push(byName(await read(sql)));
  return [...columns].map(([name, lines]) => {
    const body = [...lines, ...(constraints.get(name) ?? [])].join(',\n');
    const table = `CREATE TABLE ${name} (\n${body}\n)${keys.get(name)?.[0] ?? ''};`;
    return [table, ...details.flatMap((detail) => detail.get(name) ?? [])].join('\n');
  });
}

async function readFunctions(read: Read): Promise<string[]> {
  const grants = byName(await read(catalog.functionGrants));
  const functions = await read(catalog.functions);
  return functions.map(({ name, text }) => [text, ...(grants.get(name) ?? [])].join('\n'));
}

function byName(parts: Part[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, text } of parts) {
    const known = found.get(name);
    if (known) known.push(text);
    else found.set(name, [text]);
  }
  return found;
}
