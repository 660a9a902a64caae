import { Readable } from 'node:stream';
import {
  addDoNotCall,
  deleteDoNotCall,
  doNotCallTexts,
  listDoNotCall,
  listDoNotCallLifts,
  searchDoNotCall,
} from '#contract/do-not-call.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { asClient, type Tx } from '#db/database.ts';
import * as numbers from '#db/queries/do-not-call.ts';
import { addByManager } from '#db/queries/opt-out.ts';
import { settleOptOuts } from '#db/queries/opt-out-settled.ts';
import { readDoNotCallNumber } from '#domain/do-not-call-number.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { jsonList } from '../json-list.ts';

export function registerDoNotCallRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listDoNotCall, ({ session: { clientId } }) =>
    Readable.from(jsonList(numbers.readDoNotCall(db, clientId))),
  );

  route(app, searchDoNotCall, ({ session: { clientId }, query: { search = '', limit } }) =>
    numbers.searchDoNotCall(db, { clientId, digits: search.replace(/\D/g, ''), limit }),
  );

  route(app, addDoNotCall, async ({ session: { clientId }, body, once }) => {
    const read = readDoNotCallNumber(body.phoneRestriction);
    if ('problem' in read) throw ruleBroken('phoneRestriction', read.problem);
    const { phone } = read;
    // Also for a number that is already blocked: "unique!" promises that it is not called either.
    const add = (tx: Tx) => once.effect(tx, () => addByManager(tx, clientId, phone));
    const isNew = await settleOptOuts(db, clientId, add, () => [phone]);
    if (!isNew) {
      const errors = [{ path: 'phoneRestriction', message: doNotCallTexts.unique }];
      throw problem('not_unique', doNotCallTexts.unique, { errors });
    }
    return true;
  });

  route(app, deleteDoNotCall, async ({ session: { clientId, managerId }, body, once }) => {
    const lift = { id: body.id, managerId, reason: body.reason };
    return asClient(db, clientId, (tx) =>
      once.answer(tx, async () => {
        const gone = await numbers.deleteDoNotCall(tx, clientId, lift);
        found(gone, 'number on the do-not-call list');
        return true as const;
      }),
    );
  });

  route(app, listDoNotCallLifts, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => numbers.listDoNotCallLifts(tx, clientId)),
  );
}
