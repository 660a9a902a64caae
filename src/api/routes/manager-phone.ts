/** Managers' own phones, which a code confirms (decision 095). */
import { problem, ruleBroken } from '#contract/errors.ts';
import * as contract from '#contract/manager-phone.ts';
import { recordingTexts } from '#contract/message-recording.ts';
import { asClient, asPlatform, type Tx } from '#db/database.ts';
import { hashOfManagerCode, isManagerCode, managerCode } from '#db/manager-code.ts';
import { noteAct } from '#db/queries/audit.ts';
import { readCountries, readOwnClient } from '#db/queries/client.ts';
import { readCompany } from '#db/queries/demo.ts';
import {
  codesSent,
  listContacts,
  newCarrierNumber,
  requestContact,
} from '#db/queries/manager-contact.ts';
import * as phones from '#db/queries/manager-phone.ts';
import { isOnDoNotCallList } from '#db/queries/phone-recording.ts';
import { contactSentence } from '#domain/message-test-words.ts';
import { readRecordingNumber } from '#domain/recording-number.ts';
import { type Bindings, route } from '../binding.ts';
import { refuseUntimely } from '../code-hours.ts';
import type { ApiDeps } from '../deps.ts';

const { managerPhoneTexts: texts } = contract;

export function registerManagerPhoneRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb, vault } = deps;
  route(app, contract.readManagerPhone, async ({ session }) => {
    // A real carrier brings codes to phones: then no screen shows one.
    const { realCarrier } = await asPlatform(platformDb, readCompany);
    return asClient(db, session.clientId, (tx) =>
      standing(tx, session, realCarrier ? undefined : vault),
    );
  });

  route(app, contract.sendPhoneCode, ({ session, body, once }) =>
    asClient(db, session.clientId, (tx) =>
      once.respond(tx, async () => {
        await sendCode(tx, deps, session, body);
        return standing(tx, session);
      }),
    ),
  );

  route(app, contract.confirmManagerPhone, async ({ session, body, once }) => {
    const code = body.code.replaceAll(/\D/g, '');
    const outcome = await asClient(db, session.clientId, (tx) =>
      // A wrong code is committed too: it counts.
      once.respond<contract.ManagerPhone | phones.CodeVerdict>(
        tx,
        async () => {
          const verdict = await phones.enterCode(tx, session, (hash) =>
            isManagerCode(vault, session, code, hash),
          );
          return verdict === 'right' ? standing(tx, session) : verdict;
        },
        (value) => typeof value !== 'string',
      ),
    );
    if (typeof outcome === 'string') throw refusalOf(outcome);
    return outcome;
  });

  route(app, contract.removeManagerPhone, ({ session, once }) =>
    asClient(db, session.clientId, (tx) =>
      once.respond(tx, async () => {
        if (!(await phones.removePhone(tx, session))) throw problem('not_found', texts.gone);
        return true as const;
      }),
    ),
  );
}

function refusalOf(verdict: phones.CodeVerdict): Error {
  if (verdict === 'none') return problem('conflict', texts.noCode);
  if (verdict === 'expired') return problem('conflict', texts.expired);
  if (verdict === 'tooOften') return problem('conflict', texts.tooOften);
  return ruleBroken('code', texts.wrong);
}

interface Wish {
  phone: string;
  channel?: 'voice' | 'text' | undefined;
}

/**
 * Nothing proves yet that the number is the manager's: so the whole do-not-call list and its calling hours
 * apply, and few codes go to one number.
 */
async function sendCode(
  tx: Tx,
  { vault, now }: ApiDeps,
  manager: phones.ManagerKey,
  wish: Wish,
): Promise<void> {
  const { clientId, managerId } = manager;
  const read = readRecordingNumber(wish.phone, await readCountries(tx, clientId));
  if ('problem' in read) throw ruleBroken('phone', read.problem);
  const { phone } = read;
  if ((await phones.readPhone(tx, manager)).phone === phone) throw ruleBroken('phone', texts.same);
  if (await isOnDoNotCallList(tx, clientId, phone)) {
    throw ruleBroken('phone', recordingTexts.doNotCall);
  }
  const from = (await phones.firstTextingNumber(tx, clientId)) ?? null;
  const channel = wish.channel ?? (from === null ? 'voice' : 'text');
  if (channel === 'text' && from === null) throw ruleBroken('channel', texts.noTextingNumber);
  const carrierNumber = newCarrierNumber();
  await requestContact(tx, {
    ...{ clientId, managerId, purpose: 'code', channel, phone, carrierNumber },
    ...{ plan: { kind: 'code', from }, campaignName: null, messageName: null },
  });
  // Counted under the lock of the request, which is one of them.
  if ((await codesSent(tx, { clientId, managerId, phone })) > contract.codesAnHour) {
    throw problem('too_many_tries', texts.tooMany, { retryAfter: 600 });
  }
  await refuseUntimely(tx, manager, { phone, channel, now: now() });
  const code = managerCode(vault, { clientId, carrierNumber });
  await phones.expectCode(tx, manager, phone, hashOfManagerCode(vault, manager, code));
  const thing = { kind: 'manager', id: String(managerId) };
  await noteAct(tx, { clientId, thing, facts: { channel, number: `…${phone.slice(-4)}` } });
}

/**
 * @param vault while every carrier is simulated: makes the code that a demo's manager reads. Not where the
 * response is kept: no table holds a code.
 */
async function standing(
  tx: Tx,
  manager: phones.ManagerKey,
  vault?: ApiDeps['vault'],
): Promise<contract.ManagerPhone> {
  const { phone, confirmed, newPhone, codeUntil } = await phones.readPhone(tx, manager);
  const [sent] = newPhone === null ? [] : await listContacts(tx, manager, 'code', 1);
  const { clientId } = manager;
  const shows = sent && vault && (await readOwnClient(tx, clientId)).demo;
  return {
    ...{ phone, newPhone },
    confirmed: confirmed?.toISOString() ?? null,
    codeUntil: codeUntil?.toISOString() ?? null,
    code: sent
      ? {
          channel: sent.channel,
          sentence: contactSentence(sent),
          over: sent.over,
          reasonCode: sent.reason,
          ...(shows && { shown: managerCode(vault, { clientId, ...sent }) }),
        }
      : null,
    canText: (await phones.firstTextingNumber(tx, clientId)) !== undefined,
  };
}
