import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#config.ts';
import { versionWithCommit } from '#version.ts';

/**
 * JSON lines with the names of levels and an ISO time. Standard error, so that standard output has
 * the start block alone.
 */
export function makeLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  stream: DestinationStream = pino.destination(2),
): Logger {
  const who = {
    service: 'carillon',
    version: versionWithCommit,
    host: hostname(),
    pid: process.pid,
  };
  const options = {
    level: logLevel,
    base: who,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  };
  return pino(options, stream);
}
