/**
 * What went wrong, in one or more sentences for the operator. The command line shows the message of
 * these alone; any other error is a bug and is shown with its stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
