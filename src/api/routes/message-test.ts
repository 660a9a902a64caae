/** "Call me" and "Text me": the API's part (decision 095). */

import type { z } from 'zod';
import { problem } from '#contract/errors.ts';
import {
  listMessageTests,
  type MessageTest,
  requestMessageTest,
  type testBody,
  messageTestTexts as texts,
} from '#contract/message-test.ts';
import { asClient, type Tx } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import { readCountries } from '#db/queries/client.ts';
import {
  type ContactRow,
  listContacts,
  newCarrierNumber,
  requestContact,
} from '#db/queries/manager-contact.ts';
import { readPhone } from '#db/queries/manager-phone.ts';
import { optedOutItself } from '#db/queries/opted-out-itself.ts';
import { ownNumberProblem } from '#domain/dialing.ts';
import { contactSentence } from '#domain/message-test-words.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { planOf } from '../message-test-plan.ts';

const mostListed = 10;

export function registerMessageTestRoutes(app: Bindings, { db, vault, now }: ApiDeps): void {
  route(app, listMessageTests, ({ session }) =>
    asClient(db, session.clientId, async (tx) => ({
      phone: (await readPhone(tx, session)).phone,
      tests: (await listContacts(tx, session, 'test', mostListed)).map(testOf),
    })),
  );

  route(app, requestMessageTest, ({ session, body, once }) => {
    const { clientId, managerId } = session;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const phone = await ownPhone(tx, session);
        const context = { vault, clientId, phone, now: now() };
        const { plan, campaignName, messageName } = await planOf(tx, context, body);
        const { channel } = body;
        const names = { campaignName, messageName };
        const about = { clientId, managerId, purpose: 'test', channel, phone } as const;
        const carrierNumber = newCarrierNumber();
        await requestContact(tx, { ...about, carrierNumber, plan, ...names });
        await noteTest(tx, clientId, phone, body, campaignName ?? messageName);
        const [test] = await listContacts(tx, session, 'test', 1);
        if (!test) throw new Error('The request was not stored.');
        return testOf(test);
      }),
    );
  });
}

/**
 * The confirmed number, as far as it can still be called. The do-not-call list does not apply to it, unless
 * its person opted out: then a test would be a contact after a stop.
 */
async function ownPhone(tx: Tx, session: { clientId: number; managerId: number }): Promise<string> {
  const { phone } = await readPhone(tx, session);
  if (phone === null) throw problem('conflict', texts.noPhone);
  const fault = ownNumberProblem(phone, await readCountries(tx, session.clientId));
  if (fault !== undefined) throw problem('conflict', texts.notAllowed(fault));
  if (await optedOutItself(tx, session.clientId, phone)) throw problem('conflict', texts.optedOut);
  return phone;
}

function noteTest(
  tx: Tx,
  clientId: number,
  phone: string,
  {
    channel,
    campaignId,
    voiceMessageId,
    textMessageId,
    values,
    callAgent,
  }: z.output<typeof testBody>,
  name: string,
): Promise<void> {
  const kind =
    campaignId !== undefined ? 'campaign' : channel === 'voice' ? 'voiceMessage' : 'textMessage';
  const id = String(campaignId ?? voiceMessageId ?? textMessageId);
  const facts = { channel, values, number: `…${phone.slice(-4)}`, ...(callAgent && { callAgent }) };
  return noteAct(tx, { clientId, thing: { kind, id, name }, facts });
}

/** Without the number that it has at the carrier: codes for phones are made from such numbers. */
function testOf({
  requested,
  reason,
  messageName,
  purpose: _,
  carrierNumber: __,
  ...row
}: ContactRow): MessageTest {
  return {
    ...row,
    messageName: messageName ?? '',
    reasonCode: reason,
    sentence: contactSentence({ ...row, reason }),
    requested: requested.toISOString(),
  };
}
