import {
  addDoNotCall,
  deleteDoNotCall,
  doNotCallTexts,
  exportDoNotCall,
  listDoNotCall,
  listDoNotCallLifts,
  mostInvalidLines,
  searchDoNotCall,
  uploadDoNotCall,
} from '#contract/do-not-call.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { asClient, type Tx, withStatementMs } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import * as numbers from '#db/queries/do-not-call.ts';
import * as lifts from '#db/queries/do-not-call-lift.ts';
import { accountIsCalled, addByManager } from '#db/queries/opt-out.ts';
import { settleOptOuts } from '#db/queries/opt-out-settled.ts';
import { readDoNotCallNumber } from '#domain/do-not-call-number.ts';
import { doNotCallCsv } from '#imports/do-not-call-csv.ts';
import { blockFile } from '#imports/do-not-call-upload.ts';
import { begunStream } from '../begun-stream.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { jsonList } from '../json-list.ts';

/** Numbers of one batch may wait in many lists. */
const batchMs = 10 * 60_000;
/** Characters of a line that a response shows. */
const shownOfLine = 80;

export function registerDoNotCallRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listDoNotCall, ({ session: { clientId } }) =>
    begunStream(jsonList(numbers.readDoNotCall(db, clientId))),
  );

  route(app, searchDoNotCall, ({ session: { clientId }, query }) => {
    const { search = '', source, sort, limit } = query;
    const digits = search.replace(/\D/g, '');
    return numbers.searchDoNotCall(db, { clientId, digits, source, sort, limit });
  });

  route(app, addDoNotCall, async ({ session: { clientId, managerId }, body, once }) => {
    const read = readDoNotCallNumber(body.phoneRestriction);
    if ('problem' in read) throw ruleBroken('phoneRestriction', read.problem);
    const { phone } = read;
    const wish = { managerId, wholeAccount: body.wholeAccount };
    const add = (tx: Tx) => once.effect(tx, () => addByManager(tx, clientId, phone, wish));
    // Also for a number that is already blocked.
    if (await settleOptOuts(db, clientId, add, () => [phone])) return true;
    throw notUnique(await asClient(db, clientId, (tx) => accountIsCalled(tx, clientId, phone)));
  });

  route(app, uploadDoNotCall, async ({ session: { clientId, managerId }, form, once }) => {
    const invalidLines: { line: number; value: string }[] = [];
    let counts: Awaited<ReturnType<typeof blockFile>> | undefined;
    let column: string | undefined;
    await form({
      onField: async (name, value) => {
        if (name === 'column' && typeof value === 'string' && value !== '') column = value;
      },
      onFile: async ({ stream }) => {
        if (counts) throw ruleBroken('fileSelect', doNotCallTexts.oneFile);
        counts = await blockFile(withStatementMs(db, batchMs), clientId, {
          input: stream,
          column: column === undefined ? 'guess' : { named: column },
          sender: { source: 'manager', managerId },
          onWrong: (line, value) => {
            if (invalidLines.length >= mostInvalidLines) return;
            invalidLines.push({ line, value: value.slice(0, shownOfLine) });
          },
        });
      },
    });
    if (!counts) throw ruleBroken('fileSelect', doNotCallTexts.noFile);
    const { numbers, added, wrong: invalid } = counts;
    const facts = { added, alreadyThere: numbers - added, invalid };
    const act = { clientId, thing: { kind: 'doNotCall' }, facts };
    await asClient(db, clientId, (tx) => noteAct(tx, act));
    // It protects nobody, whatever the manager believes.
    if (numbers === 0) throw problem('bad_file', doNotCallTexts.noNumber);
    const response = { added, alreadyThere: numbers - added, invalid, invalidLines };
    // Killed before this, the next try reads the file again: a number blocked twice is blocked once.
    return asClient(db, clientId, (tx) => once.respond(tx, async () => response));
  });

  route(app, exportDoNotCall, ({ session: { clientId }, reply }) => {
    reply.header('content-disposition', 'attachment; filename="do not call.csv"');
    return begunStream(doNotCallCsv(db, clientId));
  });

  route(app, deleteDoNotCall, async ({ session: { clientId, managerId }, body, once }) => {
    const lift = { id: body.id, managerId, reason: body.reason, asked: body.asked };
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const gone = await lifts.deleteDoNotCall(tx, clientId, lift);
        found(gone, 'number on the do-not-call list');
        return true as const;
      }),
    );
  });

  route(app, listDoNotCallLifts, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => lifts.listDoNotCallLifts(tx, clientId)),
  );
}

function notUnique(isAccountCalled: boolean) {
  const account = { path: 'wholeAccount', message: doNotCallTexts.accountIsCalled };
  const number = { path: 'phoneRestriction', message: doNotCallTexts.unique };
  const errors = isAccountCalled ? [number, account] : [number];
  return problem('not_unique', doNotCallTexts.unique, { errors });
}
