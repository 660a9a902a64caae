import { exportAudit, listAudit } from '#contract/audit.ts';
import { asClient } from '#db/database.ts';
import { noteAct, readAudit } from '#db/queries/audit.ts';
import { browserWords } from '#domain/browser-words.ts';
import { auditCsv } from '../audit-csv.ts';
import { begunStream } from '../begun-stream.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerAuditRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listAudit, async ({ session: { clientId }, query }) => {
    const { before, rows, ...filter } = query;
    const page = { before, limit: rows + 1 };
    const found = await asClient(db, clientId, (tx) => readAudit(tx, clientId, filter, page));
    const entries = found.slice(0, rows);
    return {
      entries: entries.map((one) => ({
        ...one,
        browser: one.browser && browserWords(one.browser),
      })),
      more: found.length > rows,
    };
  });

  route(app, exportAudit, async ({ session: { clientId }, query: filter, reply }) => {
    await asClient(db, clientId, (tx) => noteAct(tx, { clientId }));
    reply.header('content-disposition', 'attachment; filename="audit log.csv"');
    return begunStream(auditCsv(db, clientId, filter));
  });
}
