/** Auto-replies that the pace of their sending numbers allows now; campaigns wait for them. */

import type { Tx } from '#db/database.ts';
import { besideStops } from '#db/queries/operator-stop.ts';
import { type TextReply, takeReplies } from '#db/queries/text-reply.ts';
import { askForSegments } from '#db/queries/texting-pace.ts';
import { simMs } from '#domain/milliseconds.ts';
import { repliesTurn } from '#domain/text-pace.ts';
import { segmentsOf } from '#domain/text-segments.ts';

/**
 * Marks as submitted what may go; the rest stays due.
 *
 * @returns those that no other engine had taken
 */
export async function takePacedReplies(
  tx: Tx,
  clientId: number,
  replies: readonly TextReply[],
  { now, speed, world }: { now: Date; speed: number; world: string | undefined },
): Promise<TextReply[]> {
  const taken: TextReply[] = [];
  await besideStops(tx);
  // Always in the same order, so that two engines do not deadlock.
  for (const phone of [...new Set(replies.map((one) => one.textingNumber))].sort()) {
    const own = replies.filter((one) => one.textingNumber === phone);
    const granted = await askForSegments(tx, {
      ...{ clientId, phone, who: repliesTurn, now: simMs(now.getTime()), speed },
      ...{ texts: own.length, segmentsEach: segmentsOf(own[0]?.body ?? '').segments },
    });
    if (granted.texts === 0) continue;
    const ids = own.slice(0, granted.texts).map(({ textReplyId }) => textReplyId);
    const some = await takeReplies(tx, clientId, ids, now, world);
    await granted.use(some.reduce((sum, { body }) => sum + segmentsOf(body).segments, 0));
    taken.push(...some);
  }
  return taken;
}
