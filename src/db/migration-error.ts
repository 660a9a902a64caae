/** A problem with migrations that the operator can understand and act on. */
import { OperatorError } from '#domain/operator-error.ts';

export class MigrationError extends OperatorError {
  override name = 'MigrationError';
}
