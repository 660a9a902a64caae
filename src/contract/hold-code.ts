import { z } from 'zod';

export const holdCode = z.enum([
  /** A backup was restored. */
  'restored',
  /** The database is older than what a data folder saw of it. */
  'rolled_back',
  /** It was used from another data folder, and nobody who knows it is there. */
  'unknown_folder',
  /** The database server was replaced: the journals are being compared. */
  'failover',
  /** `start --hold`. */
  'operator',
]);
export type HoldCode = z.infer<typeof holdCode>;
