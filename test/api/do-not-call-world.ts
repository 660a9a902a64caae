/** A client whose do-not-call list a test fills in every way that there is. */
import type { DoNotCall, DoNotCallEntry } from '../../src/contract/do-not-call.ts';
import { messageIntent } from '../../src/contract/inbound-text.ts';
import { asClient } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { storeInboundText } from '../harness/inbound-text.ts';

const intents = { STOP: messageIntent.optOut, START: messageIntent.optIn };

export interface Found {
  entries: DoNotCallEntry[];
  total: number;
  exact: boolean;
}

export async function doNotCallWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const { clientId } = client;

  const add = (phoneRestriction: unknown, body: object = {}, as = manager, of = clientId) =>
    as.post(`/api/donotcall/${of}/edit`, {
      clientId: of,
      id: -1,
      doNotCallTypeId: 1,
      phoneRestriction,
      ...body,
    });
  const list = async (as = manager) => (await as.get('/api/donotcall')).json<DoNotCall[]>();
  let texts = 0;
  const sendIn = (phone: string, message: keyof typeof intents, received = new Date()) => {
    texts += 1;
    return asClient(db, clientId, (tx) =>
      storeInboundText(tx, clientId, {
        ...{ carrierRef: `test:${texts}`, phone, textingNumber: '13025550100' },
        ...{ intent: intents[message], received, message },
      }),
    );
  };

  const search = async (query: string, as = manager) =>
    (await as.get(`/api/donotcall?clientId=&${query}`)).json<Found>();

  let people = 0;
  const nextPerson = () => `1302556${String(1_000 + people++).slice(-4)}`;
  const byPerson = (source: 'key' | 'text') => (phone: string) =>
    asClient(db, clientId, (tx) => optOut(tx, clientId, phone, source));
  const listings = {
    key: byPerson('key'),
    /** As a carrier's refusal, or a manager who reads an unclear text so: no opt-out text is stored. */
    text: byPerson('text'),
    STOP: (phone: string) => sendIn(phone, 'STOP'),
    manager: (phone: string) => add(phone),
    operator: (phone: string) =>
      asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [phone])),
  };

  return { db, api, client, manager, clientId, add, list, sendIn, search, nextPerson, listings };
}
