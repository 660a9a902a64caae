/** Texts of a campaign that may go out now by the pace of their sending number. */

import type { Tx } from '#db/database.ts';
import type { claimCalls } from '#db/queries/claim.ts';
import type { ClaimRequest } from '#db/queries/claim-request.ts';
import { fixTexts } from '#db/queries/outbound-text.ts';
import { askForSegments } from '#db/queries/texting-pace.ts';
import { simMs } from '#domain/milliseconds.ts';
import { segmentsOf } from '#domain/text-segments.ts';

interface Terms {
  textMessage: string;
  sendersNumber: string;
  speed: number;
}

/** Claims entries and writes their texts: as many as requested, or as the number can send now. */
export async function takePacedTexts(
  tx: Tx,
  claim: typeof claimCalls,
  request: ClaimRequest,
  { textMessage, sendersNumber, speed }: Terms,
) {
  const { lease, now, wanted } = request;
  const { clientId, campaignId } = lease;
  // Before everything that a claim locks (claim.ts).
  const granted = await askForSegments(tx, {
    ...{ clientId, phone: sendersNumber, who: String(campaignId), now: simMs(now.getTime()) },
    ...{ texts: wanted, segmentsEach: segmentsOf(textMessage).segments, speed },
  });
  if (granted.texts === 0) return { outcome: { kind: 'paced' as const, granted }, texts: [] };
  const outcome = await claim(tx, { ...request, wanted: granted.texts });
  const calls = outcome.kind === 'claimed' ? outcome.calls : [];
  const texts =
    calls.length > 0 ? await fixTexts(tx, clientId, calls, textMessage, sendersNumber) : [];
  await granted.use(texts.reduce((sum, { segments }) => sum + segments, 0));
  return { outcome, texts };
}
