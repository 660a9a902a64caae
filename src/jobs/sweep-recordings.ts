import { asPlatform } from '#db/database.ts';
import { sweepContacts } from '#db/queries/manager-contact.ts';
import { sweepRecordings as takeAwayRecordings } from '#db/queries/phone-recording-sweep.ts';
import type { JobDeps } from './deps.ts';

/** Removes recordings by telephone that no message uses, and old calls and texts to managers. */
export async function sweepRecordings({ db, log }: JobDeps): Promise<void> {
  await asPlatform(db, sweepContacts);
  let sounds = 0;
  for (;;) {
    const gone = await asPlatform(db, takeAwayRecordings);
    if (gone === 0) break;
    sounds += gone;
  }
  if (sounds > 0) log.info({ sounds }, 'removed recordings that no message uses');
}
