import { clientStopTexts, liftClientStop, stopClient } from '#contract/client-stop.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { asClient, type Tx } from '#db/database.ts';
import {
  beginClientStop,
  carriersOfClient,
  liftClientStop as liftStop,
  lockClientStop,
} from '#db/queries/client-stop.ts';
import { readStopsOf } from '#db/queries/operator-stop.ts';
import { journalStops, type StandingStop, standingStops } from '#db/queries/stop-witness.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { stopSettling } from '../stop-settling.ts';
import { stopsOf } from '../stops.ts';

export function registerClientStopRoutes(app: Bindings, { db, platformDb }: ApiDeps): void {
  const settle = stopSettling(platformDb);

  route(app, stopClient, async ({ session, body, once }) => {
    const { clientId } = session;
    const { carrier, reason } = body;
    const stoppedBy = session.name.trim() || session.username;
    const begin = async (tx: Tx) => {
      if (carrier !== null && !(await carriersOfClient(tx, clientId)).includes(carrier)) {
        throw ruleBroken('carrier', clientStopTexts.carrier);
      }
      await beginClientStop(tx, clientId, { carrier, reason, stoppedBy });
    };
    await asClient(db, clientId, (tx) => once.effect(tx, () => begin(tx)));
    journalStops(db.journal, [], await asClient(db, clientId, standingStops));
    // From here on it is in force, whatever the response.
    const read = () => asClient(db, clientId, (tx) => stopsOf(tx, clientId));
    for (let stops = await read(); ; ) {
      if (!(await settle(clientId))) throw problem('stop_unsettled', clientStopTexts.unsettled);
      const now = await read();
      // Lifted and begun anew meanwhile: what was taken in between is not settled.
      const known = new Set(stops.map(nameOf));
      if (now.every((stop) => known.has(nameOf(stop)))) return { stops: now };
      stops = now;
    }
  });

  route(app, liftClientStop, async ({ session: { clientId }, body, once }) => {
    let known: readonly [before: StandingStop[], now: StandingStop[]] = [[], []];
    const response = await asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const before = await standingStops(tx);
        await lift(tx, clientId, body);
        known = [before, await standingStops(tx)];
        return { stops: await stopsOf(tx, clientId) };
      }),
    );
    journalStops(db.journal, ...known);
    return response;
  });
}

const nameOf = ({ by, scope, carrier, stopNumber, since }: StopName) =>
  JSON.stringify([by, scope, carrier, stopNumber, since]);

interface StopName {
  by: string;
  scope: string;
  carrier: string | null;
  stopNumber: number | null;
  since: string;
}

interface Lift {
  carrier: string | null;
  stopNumber: number | null;
}

/** One that is lifted already stays lifted. */
async function lift(tx: Tx, clientId: number, { carrier, stopNumber }: Lift): Promise<void> {
  const own = await lockClientStop(tx, clientId, carrier);
  if (own && own.clientStopId !== stopNumber && stopNumber !== null) {
    throw problem('conflict', clientStopTexts.another);
  }
  if (own) return liftStop(tx, clientId, own.clientStopId);
  const stops = await readStopsOf(tx, clientId);
  const scopes = carrier === null ? ['all', 'client'] : ['carrier'];
  const operators = stops.some(
    (stop) => stop.by === null && scopes.includes(stop.scope) && stop.carrier === carrier,
  );
  if (operators) throw problem('not_allowed', clientStopTexts.operators);
}
