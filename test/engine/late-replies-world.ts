/** A client with a texting number, and persons who write to it. */

import type { StoredNote } from '../../src/contract/note.ts';
import { asClient } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon } from './world.ts';

/** Of New York. */
export const ann = '12122330001';
export const minute = 60_000;

export async function repliesWorld() {
  const db = await freshDatabase();

  async function box(at = afternoon) {
    const campaign = await makeTexting(db);
    const { clientId } = campaign;
    const clock = virtualClock(at);
    const carrier = watchedCarrier(clock, temporaryFolder());
    let isUp = true;
    const wrapped = { ...carrier, connected: () => isUp };
    const deps = { textCarriers: new Map([['simulated', wrapped]]) };
    const engine = makeEngine(db, { clock, deps });
    const textingNumber = await textingNumberOf(db, campaign);
    let refs = 0;
    const emit = (body: string, ago = 0, phone = ann) => {
      refs += 1;
      const about = { phone, textingNumber, at: simMs(clock.now() - ago), body };
      carrier.emit(inboundText({ ref: `${clientId}-${refs}`, ...about }));
    };
    const rows = <Row>(sql: string) =>
      asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
    const kindOf = (body: string) => (body.includes('For help') ? 'help' : 'opt_out');
    return {
      ...{ clientId, clock, wrapped, emit, rows, end: () => engine.engine.stop(), run: engine.run },
      connect: (up: boolean) => {
        isUp = up;
      },
      sent: () => carrier.sent.map(({ body }) => kindOf(body)),
      replies: () =>
        rows<{ kind: string; outcome: string | null; note: StoredNote | null }>(
          'SELECT kind, outcome, note FROM text_reply WHERE client_id = $1 ORDER BY text_reply_id',
        ),
    };
  }

  return { db, box };
}
