import { z } from 'zod';

export const holdCode = z.enum([
  /** A backup was restored. */
  'restored',
  /** The database is older than the state that a data folder has seen. */
  'rolled_back',
  /** It was used with another data folder, and no running process knows it. */
  'unknown_folder',
  /** The database server was replaced: the journals are being compared. */
  'failover',
  /** `start --hold`. */
  'operator',
]);
export type HoldCode = z.infer<typeof holdCode>;
