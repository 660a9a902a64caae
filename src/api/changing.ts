import type { Changing } from '#db/queries/change.ts';
import type { Session } from './plugins/session.ts';

/** The change that a request makes: by whom, when, and the version that it began with. */
export function changing(
  { managerId }: Session,
  now: () => Date,
  body?: { version?: number | undefined },
): Changing {
  return { managerId, now: now(), version: body?.version };
}
