/** The card "Try this" of the demo client, and what only it can do (decision 097). */
import { randomUUID } from 'node:crypto';
import { problem } from '#contract/errors.ts';
import { personsTextFields, personsTextPath } from '#contract/persons-text.ts';
import * as contract from '#contract/tour.ts';
import { asClient, asClientOnce, asPlatform, type Tx } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import { storeCallback } from '#db/queries/carrier-callback.ts';
import { readOwnClient } from '#db/queries/client.ts';
import { readCompany, simulatedTextCarrier } from '#db/queries/demo.ts';
import { addKill, killsOfLastMinute, readLastKill } from '#db/queries/engine-kill.ts';
import * as tours from '#db/queries/tour.ts';
import { storedPhone } from '#domain/phone.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import type { Session } from '../plugins/session.ts';
import { tourOf } from '../tour-lines.ts';

const { tourTexts: texts } = contract;

export function registerTourRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, now } = deps;
  route(app, contract.readTour, async ({ session }) => {
    const refusal = await killRefusal(deps, session);
    return asClient(db, session.clientId, async (tx) => {
      const { demo } = await readOwnClient(tx, session.clientId);
      return { tour: demo ? await tourOf(tx, session, { refusal, now: now() }) : null };
    });
  });

  route(app, contract.noteTourStep, ({ session, params: { step } }) =>
    asClient(db, session.clientId, async (tx) => {
      await refuseOthers(tx, session.clientId);
      if (step === 'back') await tours.takeBack(tx, session);
      else await tours.noteStep(tx, session, step);
      return true as const;
    }),
  );

  registerPersonRoute(app, deps);
  registerEngineRoutes(app, deps);
}

/** A text of a person goes the way of any carrier's inbound text: stored for an engine, which collects it. */
function registerPersonRoute(app: Bindings, { db, platformDb }: ApiDeps): void {
  route(app, contract.answerAsPerson, async ({ session, body, once }) => {
    const { clientId } = session;
    const carrier = await asPlatform(platformDb, (tx) => simulatedTextCarrier(tx, clientId));
    const inbound = await asClient(db, clientId, (tx) =>
      once.effect(tx, async () => {
        await refuseOthers(tx, clientId);
        if (carrier === undefined) throw problem('conflict', texts.realTexts);
        const phone = storedPhone(body.phone);
        const from = phone && (await tours.textedFrom(tx, clientId, phone));
        if (!phone || !from) throw problem('conflict', texts.notTexted);
        await tours.noteStep(tx, session, 'stop');
        await noteAct(tx, { clientId, facts: { number: `…${phone.slice(-4)}` } });
        return { ref: randomUUID(), carrier, phone, textingNumber: from, body: body.body };
      }),
    );
    const { ref, carrier: name, ...text } = inbound;
    await asPlatform(platformDb, (tx) =>
      storeCallback(tx, {
        ...{ carrier: name, once: ref, path: personsTextPath, urgent: true },
        fields: personsTextFields({ ref, ...text }),
      }),
    );
    return true as const;
  });
}

function registerEngineRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, now, simulatedTally, killEngine } = deps;

  async function countOf(tx: Tx, clientId: number): Promise<contract.EngineCount> {
    const last = await readLastKill(tx, clientId);
    const { kills = 0, killed, ...became } = last ?? {};
    return {
      kill: killed ? { ...(became as Became), killed: killed.toISOString() } : null,
      kills,
      ...(simulatedTally?.(clientId) ?? { taken: 0, twice: 0 }),
    };
  }

  route(app, contract.readEngineCount, ({ session: { clientId } }) =>
    asClient(db, clientId, async (tx) => {
      await refuseOthers(tx, clientId);
      return countOf(tx, clientId);
    }),
  );

  route(app, contract.killEngine, async ({ session, once }) => {
    const { clientId, managerId } = session;
    const refusal = await killRefusal(deps, session);
    // Never repeated: a rollback brings no engine back.
    return asClientOnce(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await refuseOthers(tx, clientId);
        if (refusal !== null) throw problem('conflict', refusal);
        if ((await killsOfLastMinute(tx, clientId)) >= contract.killsPerMinute) {
          throw problem('too_many_tries', texts.tooManyKills, { retryAfter: 60 });
        }
        const killed = (await killEngine?.()) ?? 'starting';
        if (killed === 'within') throw problem('conflict', texts.notApart);
        if (killed === 'starting') throw problem('conflict', texts.notRunning);
        await addKill(tx, { clientId, managerId, now: now() });
        await tours.noteStep(tx, session, 'kill');
        const count = await countOf(tx, clientId);
        await noteAct(tx, { clientId, facts: { inFlight: count.kill?.inFlight ?? 0 } });
        return count;
      }),
    );
  });
}

type Became = Omit<NonNullable<contract.EngineCount['kill']>, 'killed'>;

async function refuseOthers(tx: Tx, clientId: number): Promise<void> {
  const { demo } = await readOwnClient(tx, clientId);
  if (!demo) throw problem('conflict', texts.notDemo);
}

/** Why nobody may kill this installation's engine; null when the demo's administrators may. */
async function killRefusal(
  { platformDb, killEngine }: ApiDeps,
  { role }: Session,
): Promise<string | null> {
  if (role !== 'administrator') return texts.notAdministrator;
  const { otherClients, realCarrier } = await asPlatform(platformDb, readCompany);
  if (realCarrier) return texts.realCarrier;
  if (otherClients) return texts.notAlone;
  return killEngine ? null : texts.notOwn;
}
