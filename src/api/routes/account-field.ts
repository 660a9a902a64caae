import {
  accountFieldTexts,
  deleteAccountField,
  editAccountField,
  listAccountFields,
} from '#contract/account-field.ts';
import { problem } from '#contract/errors.ts';
import { asClient, type Tx } from '#db/database.ts';
import * as fields from '#db/queries/account-field.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { Session } from '../plugins/session.ts';

export function registerAccountFieldRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listAccountFields, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => fields.listAccountFields(tx, clientId)),
  );

  route(app, editAccountField, async ({ session, params, body, once }) => {
    const { clientId } = session;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        if (body.sensitive === false) await refuseOrdinary(tx, session, params.id);
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

/** Who may not read full SSNs must not load the next list in clear either. */
async function refuseOrdinary(tx: Tx, { clientId, role, fullSsn }: Session, id: number) {
  if (role === 'administrator' && fullSsn) return;
  const stored = await fields.findAccountField(tx, clientId, id);
  if (stored?.sensitive) throw problem('not_allowed', accountFieldTexts.staysSensitive);
}
