import { listSpokenKinds, setSpokenKind } from '#contract/spoken-kind.ts';
import { asClient } from '#db/database.ts';
import * as kinds from '#db/queries/spoken-kind.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';

export function registerSpokenKindRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listSpokenKinds, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => kinds.spokenKinds(tx, clientId)),
  );

  route(app, setSpokenKind, ({ session, params: { fieldId }, body, once }) => {
    const { clientId } = session;
    const by = changing(session, now, {});
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await kinds.setSpokenKind(tx, clientId, fieldId, body.spokenKind, by);
        return true as const;
      }),
    );
  });
}
