/** Clients that call and text the same numbers, and their managers who decide on what comes back. */
import { expect } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

export async function unclearTextWorld() {
  const db = await freshDatabase();
  const clock = virtualClock(afternoon);
  const api = await testApi(db, { now: () => new Date(clock.now()) });

  let firstPhone = 12_124_000_000;

  /** A client that calls and texts the same three numbers, from a list each; nothing is started yet. */
  async function desk() {
    firstPhone += 10;
    const [ann, bob, cid] = [0, 1, 2].map((n) => String(firstPhone + n));
    const client = await makeClient(db);
    const { clientId } = client;
    const texting = await makeTexting(db, { clientId, textPerMinute: 600 });
    const calling = await makeCampaign(db, { clientId, callsPerMinute: 600 });
    for (const campaign of [texting, calling])
      await makeList(db, campaign, { entries: 3, firstPhone });
    const folder = temporaryFolder();
    const carrier = watchedCarrier(clock, folder);
    const textCarriers = new Map([['simulated', carrier]]);
    const engine = makeEngine(db, { clock, folder, deps: { textCarriers } });
    const textingNumber = await textingNumberOf(db, texting);
    let refs = 0;
    const write = async (body: string, at = clock.now()) => {
      refs += 1;
      const ref = `${clientId}-${refs}`;
      carrier.emit(inboundText({ ref, phone: ann ?? '', textingNumber, at, body }));
      await engine.run(500);
    };
    const start = async () => {
      for (const { campaignId } of [texting, calling]) await requestStart(db, clientId, campaignId);
    };
    const rows = <Row>(sql: string) =>
      asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
    const tried = async () =>
      (
        await rows<{ phone: string; times: number }>(
          `SELECT phone, count(*) AS times FROM attempt WHERE client_id = $1
           GROUP BY phone ORDER BY phone`,
        )
      ).map(({ phone, times }) => [phone, times]);
    const waiting = async () =>
      (
        await rows<{ phone: string; state: number; reason: string | null }>(
          `SELECT phone, state, reason FROM list_entry
           WHERE client_id = $1 AND state <> 1 ORDER BY call_list_id, entry_id`,
        )
      ).filter(({ phone }) => phone === ann);
    const undecided = async () => {
      const response = await manager.get('/api/inboundmessagetext/undecided');
      return response.json<{ texts: { id: number; phoneNumber: string }[]; total: number }>();
    };
    const manager = await api.signIn(client);
    const decide = (id: number | undefined, decision: string, who = manager) =>
      who.post(`/api/inboundmessagetext/${id}/decide`, { decision });
    /** As the console sends it, with the newest text that the manager saw. */
    const decideSeen = (id: number | undefined, decision: string, upTo: number | undefined) =>
      manager.post(`/api/inboundmessagetext/${id}/decide`, { decision, upTo });
    const end = async () => {
      await engine.engine.stop();
      await rows('UPDATE campaign SET run_status = 1 WHERE client_id = $1');
      expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
    };
    const replies = () => carrier.sent.filter(({ textId }) => textId.startsWith('reply-'));
    const blocked = () => rows('SELECT phone, source FROM do_not_call WHERE client_id = $1');
    const people = { ann, bob, cid };
    const asked = { tried, waiting, undecided, replies, blocked, rows };
    const ways = { write, start, decide, decideSeen, end };
    return { ...people, ...asked, ...engine, ...ways, client, clientId, carrier, manager };
  }

  return { db, clock, api, desk };
}
