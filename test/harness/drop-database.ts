/** SQLSTATE of "permission denied to terminate process". */
const insufficientPrivilege = '42501';

/**
 * Autovacuum may be at work in it, which only a superuser can end: a refused drop is tried again
 * once that is over.
 *
 * @param ask sends a statement to the server, over another database
 */
export async function dropDatabase(
  name: string,
  ask: (sql: string) => Promise<unknown>,
): Promise<void> {
  for (let left = 50; ; left -= 1) {
    try {
      await ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const busy = (error as { code?: string }).code === insufficientPrivilege;
      if (!busy || left === 0) throw error;
      // The server waits: in a simulation no timer here goes on by itself.
      await ask('SELECT pg_sleep(0.2)');
    }
  }
}
