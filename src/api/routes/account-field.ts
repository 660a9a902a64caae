import {
  deleteAccountField,
  editAccountField,
  listAccountFields,
} from '#contract/account-field.ts';
import { asClient } from '#db/database.ts';
import * as fields from '#db/queries/account-field.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerAccountFieldRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listAccountFields, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => fields.listAccountFields(tx, clientId)),
  );

  route(app, editAccountField, async ({ session: { clientId }, params, body }) => {
    const saved = await asClient(db, clientId, (tx) =>
      fields.saveAccountField(tx, clientId, params.id, body),
    );
    found(saved || undefined, 'account field');
    return true;
  });

  route(app, deleteAccountField, async ({ session: { clientId }, params: { id } }) => {
    const deleted = await asClient(db, clientId, (tx) =>
      fields.deleteAccountField(tx, clientId, id),
    );
    return found(deleted || undefined, 'account field');
  });
}
