import type { Tx } from '../../src/db/database.ts';
import { type InboundTextGiven, storeInboundTexts } from '../../src/db/queries/inbound-text.ts';

/** @returns false when this text was stored before: nothing happened */
export async function storeInboundText(
  tx: Tx,
  clientId: number,
  text: InboundTextGiven,
): Promise<boolean> {
  return (await storeInboundTexts(tx, clientId, [text])) > 0;
}
