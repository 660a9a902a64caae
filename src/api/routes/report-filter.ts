import { problem } from '#contract/errors.ts';
import {
  deleteReportFilter,
  listReportFilters,
  mostReportFilters,
  reportFilterTexts,
  saveReportFilter,
} from '#contract/report-filter.ts';
import { asClient, type Tx } from '#db/database.ts';
import * as stored from '#db/queries/report-filter.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

/** Saved filters of the call detail report. */
export function registerReportFilterRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listReportFilters, ({ session }) =>
    asClient(db, session.clientId, (tx) => stored.listReportFilters(tx, session)),
  );

  route(app, saveReportFilter, ({ session, body, once }) => {
    const save = async (tx: Tx) => {
      if (await stored.isNameTaken(tx, session, body)) {
        const errors = [{ path: 'name', message: reportFilterTexts.notUnique }];
        throw problem('not_unique', reportFilterTexts.notUnique, { errors });
      }
      if (body.reportFilterId === 0) {
        const own = await stored.listReportFilters(tx, session);
        if (own.length >= mostReportFilters) throw problem('conflict', reportFilterTexts.tooMany);
      }
      return found(await stored.saveReportFilter(tx, session, body), 'saved filter');
    };
    return asClient(db, session.clientId, (tx) => once.respond(tx, () => save(tx)));
  });

  route(app, deleteReportFilter, ({ session, params, once }) => {
    const remove = async (tx: Tx) => {
      const deleted = await stored.deleteReportFilter(tx, session, params.reportFilterId);
      found(deleted || undefined, 'saved filter');
      return true as const;
    };
    return asClient(db, session.clientId, (tx) => once.respond(tx, () => remove(tx)));
  });
}
