/** Every background job, one line each: its name and payload are in db/job-queue.ts. */
import type { Jobs } from '#db/job-queue.ts';
import { countWaiting } from './count-waiting.ts';
import type { TaskContext } from './deps.ts';
import { keepRunForecast } from './keep-forecast.ts';
import { recheckAfterChange } from './recheck-policy.ts';
import { renderMessage } from './render-message.ts';
import { reportExport } from './report-export.ts';
import { reseal } from './reseal.ts';
import { scrub } from './scrub.ts';
import { sealAuditLog } from './seal-audit.ts';
import { sealFields } from './seal-fields.ts';
import { sweepCallbacks } from './sweep-callbacks.ts';
import { sweepIdempotencyKeys } from './sweep-idempotency-keys.ts';
import { sweepRecordings } from './sweep-recordings.ts';
import { sweepRenderings } from './sweep-renderings.ts';
import { sweepReports } from './sweep-reports.ts';
import { sweepRetention } from './sweep-retention.ts';
import { sweepSessions } from './sweep-sessions.ts';
import { sweepUploads } from './sweep-uploads.ts';

export type Task<Name extends keyof Jobs> = (
  context: TaskContext,
  job: Jobs[Name],
) => Promise<void>;

export const tasks: { [Name in keyof Jobs]: Task<Name> } = {
  'count-waiting': countWaiting,
  'keep-forecast': keepRunForecast,
  'recheck-policy': recheckAfterChange,
  'render-message': renderMessage,
  'report-export': reportExport,
  reseal,
  scrub,
  'seal-audit': sealAuditLog,
  'seal-fields': sealFields,
  'sweep-callbacks': sweepCallbacks,
  'sweep-idempotency-keys': sweepIdempotencyKeys,
  'sweep-recordings': sweepRecordings,
  'sweep-renderings': sweepRenderings,
  'sweep-reports': sweepReports,
  'sweep-retention': sweepRetention,
  'sweep-sessions': sweepSessions,
  'sweep-uploads': sweepUploads,
};

/**
 * Upkeep by the clock, in the lines of a crontab (UTC); among several processes each runs once. A
 * run missed while no process runs is not made up for; a waiting one is not duplicated.
 */
export const schedule = [
  '* * * * * sweep-uploads ?jobKey=sweep-uploads&max=1',
  '* * * * * reseal ?jobKey=reseal&max=1',
  '* * * * * scrub ?jobKey=scrub&queue=scrub&max=1',
  '47 * * * * count-waiting ?jobKey=count-waiting&max=1',
  '53 * * * * sweep-callbacks ?jobKey=sweep-callbacks&max=1',
  '31 * * * * sweep-idempotency-keys ?jobKey=sweep-idempotency-keys&max=1',
  '41 * * * * sweep-recordings ?jobKey=sweep-recordings&max=1',
  '11 * * * * sweep-renderings ?jobKey=sweep-renderings&max=1',
  '23 * * * * sweep-reports ?jobKey=sweep-reports&max=1',
  '17 * * * * sweep-sessions ?jobKey=sweep-sessions&max=1',
  '4 0 * * * seal-audit ?jobKey=seal-audit&max=1',
  // At night in the Americas, when nobody is called.
  '37 7 * * * sweep-retention ?jobKey=sweep-retention&max=1',
].join('\n');
