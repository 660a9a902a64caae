/** A problem with migrations that the operator can understand and act on. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
