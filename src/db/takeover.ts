/**
 * Takes over databases with migrations of another text: those older than the baseline (docs/decisions/053-a-baseline-of-migrations.md).
 * The former migrations give the same schema as the baseline, so only their names are replaced.
 */
import type { ClientBase } from 'pg';
import { formerMigrations } from './former-migrations.ts';
import { rewordedMigrations } from './reworded-migrations.ts';

/** The migrations that a database has recorded: checksums by name. */
export type Applied = ReadonlyMap<string, string>;

/** The last commit with the former migrations, which completes them. */
const lastFormerCommit = '05e8729';

/** Later than every migration of the baseline, earlier than every one after it. */
const baselineEnd = '0054';

export interface TakeoverProblem {
  /** `lacks the migration 0053-own-detaches` */
  what: string;
  /** The commit of the Carillon to use. */
  commit: string;
}

/** Why a database or a backup cannot be taken over; undefined when it can, or need not. */
export function takeoverProblem(applied: Applied): TakeoverProblem | undefined {
  if (!hasFormer(applied)) return undefined;
  for (const [name, checksum] of Object.entries(formerMigrations)) {
    const was = applied.get(name);
    if (was === checksum) continue;
    const what =
      was === undefined ? 'lacks the migration' : 'has a different text of the migration';
    return { what: `${what} ${name}`, commit: lastFormerCommit };
  }
  return undefined;
}

function hasFormer(applied: Applied): boolean {
  return [...applied.keys()].some((name) => name in formerMigrations);
}

/** What was applied, under today's names. Only for what has no `takeoverProblem`. */
export function underTodaysNames(
  applied: Applied,
  migrations: readonly { name: string; checksum: string }[],
): Applied {
  if (!hasFormer(applied)) return hasReworded(applied) ? reworded(applied, migrations) : applied;
  const later = [...applied].filter(([name]) => !(name in formerMigrations));
  const made = migrations.filter(({ name }) => name < baselineEnd);
  const today = [...made.map(({ name, checksum }) => [name, checksum] as const), ...later];
  return reworded(new Map(today), migrations);
}

const isReworded = (name: string, checksum: string) => rewordedMigrations[name] === checksum;

const hasReworded = (applied: Applied) =>
  [...applied].some(([name, checksum]) => isReworded(name, checksum));

/** With today's checksum for each text that was reworded. */
function reworded(
  applied: Applied,
  migrations: readonly { name: string; checksum: string }[],
): Applied {
  const today = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  return new Map(
    [...applied].map(([name, was]) => [
      name,
      isReworded(name, was) ? (today.get(name) ?? was) : was,
    ]),
  );
}

/** Records the result of `underTodaysNames` inside the caller's transaction. */
export async function recordTakeover(
  client: Pick<ClientBase, 'query'>,
  migrations: readonly { name: string; checksum: string }[],
): Promise<void> {
  await client.query(
    `UPDATE migration m SET checksum = v.today
     FROM unnest($1::text[], $2::text[], $3::text[]) AS v (name, former, today)
     WHERE m.name = v.name AND m.checksum = v.former`,
    rewordedColumns(migrations),
  );
  const { rowCount } = await client.query('DELETE FROM migration WHERE name = ANY($1)', [
    Object.keys(formerMigrations),
  ]);
  if (!rowCount) return;
  const made = migrations.filter(({ name }) => name < baselineEnd);
  await client.query(
    `INSERT INTO migration (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])`,
    [made.map(({ name }) => name), made.map(({ checksum }) => checksum)],
  );
}

function rewordedColumns(migrations: readonly { name: string; checksum: string }[]) {
  const known = migrations.filter(({ name }) => name in rewordedMigrations);
  return [
    known.map(({ name }) => name),
    known.map(({ name }) => rewordedMigrations[name]),
    known.map(({ checksum }) => checksum),
  ];
}
