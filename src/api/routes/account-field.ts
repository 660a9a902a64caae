import {
  deleteAccountField,
  editAccountField,
  listAccountFields,
} from '#contract/account-field.ts';
import { asClient } from '#db/database.ts';
import * as fields from '#db/queries/account-field.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerAccountFieldRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listAccountFields, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => fields.listAccountFields(tx, clientId)),
  );

  route(app, editAccountField, async ({ session, params, body, once }) => {
    const { clientId } = session;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = changing(session, now, body);
        const saved = await fields.saveAccountField(tx, clientId, params.id, body, by);
        return found(saved || undefined, 'account field');
      }),
    );
  });

  route(app, deleteAccountField, ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    const by = changing(session, now, body);
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const deleted = await fields.deleteAccountField(tx, clientId, id, by);
        return found(deleted || undefined, 'account field');
      }),
    );
  });
}
