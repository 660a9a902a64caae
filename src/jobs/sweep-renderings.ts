import { asPlatform } from '#db/database.ts';
import { sweepRenderings as takeAwayRenderings } from '#db/queries/call-sound.ts';
import type { JobDeps } from './deps.ts';

/** Removes the sound of versions that were edited or deleted, once no call can play them. */
export async function sweepRenderings({ db, log }: JobDeps): Promise<void> {
  let renderings = 0;
  for (;;) {
    const gone = await asPlatform(db, takeAwayRenderings);
    if (gone === 0) break;
    renderings += gone;
  }
  if (renderings > 0) log.info({ renderings }, 'removed renderings that no call can play');
}
