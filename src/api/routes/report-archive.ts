import { Readable } from 'node:stream';
import { problem } from '#contract/errors.ts';
import {
  cancelReport,
  downloadReport,
  exportCallRecords,
  listReportArchives,
  listReportProgress,
  mostExports,
  newestArchives as newestOfDocuments,
  reportMedia,
  reportStatus,
  reportTexts,
} from '#contract/report-archive.ts';
import { hasRole, notAllowed } from '#contract/role.ts';
import { asClient, type Tx } from '#db/database.ts';
import {
  beginArchive,
  cancelArchive,
  countDownload,
  countUnfinished,
  newestArchives,
  noteFullSsnDownload,
  type ReportFile,
  reportFile,
} from '#db/queries/report-archive.ts';
import { readParts } from '#db/queries/report-part.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { Session } from '../plugins/session.ts';
import { refuseUnproven } from '../proof.ts';
import { refuseForeignIds, refuseGuessing } from './call-record.ts';

/** Exports of the call detail report, and the archives that they make. */
export function registerReportArchiveRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, vault } = deps;
  const newest = (clientId: number, limit: number) =>
    asClient(db, clientId, (tx) => newestArchives(tx, clientId, limit, vault));

  route(app, exportCallRecords, async ({ session, body, once }) => {
    const { clientId, managerId } = session;
    const { clientId: _, numRows: __, ...asked } = body;
    if (asked.includeFullSsn) refuseFullSsn(session);
    refuseGuessing(deps, managerId, asked.filters);
    await refuseForeignIds(db, clientId, asked.filters);
    const begin = async (tx: Tx) => {
      if ((await countUnfinished(tx, clientId)) >= mostExports) {
        throw problem('conflict', reportTexts.tooManyExports);
      }
      await beginArchive(tx, clientId, { managerId, ...asked }, vault);
      return true as const;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => begin(tx)));
  });

  route(app, listReportArchives, ({ session: { clientId }, body }) => newest(clientId, body));

  route(app, listReportProgress, ({ session: { clientId } }) =>
    newest(clientId, newestOfDocuments),
  );

  route(app, downloadReport, async ({ session, params: { reportArchiveId }, reply }) => {
    const { clientId, managerId } = session;
    const file = found(
      await asClient(db, clientId, (tx) => reportFile(tx, clientId, reportArchiveId)),
      'report',
    );
    if (file.includeFullSsn) refuseFullSsn(session);
    if (file.statusId !== reportStatus.ready) throw problem('conflict', reportTexts.notReady);
    if (file.includeFullSsn) {
      // Before the first byte: whoever breaks off has seen some of them.
      await asClient(db, clientId, (tx) =>
        noteFullSsnDownload(tx, clientId, reportArchiveId, managerId),
      );
    }
    reply.header('content-disposition', `attachment; filename="${file.fileName}"`);
    reply.header('content-length', file.fileBytes);
    reply.type(reportMedia[file.format]);
    const count = () =>
      asClient(db, clientId, (tx) => countDownload(tx, clientId, reportArchiveId));
    return Readable.from(countedParts(file, readParts(db, vault, { ...file, clientId }), count), {
      objectMode: false,
    });
  });

  route(app, cancelReport, async ({ session, params: { reportArchiveId }, once }) => {
    const { clientId } = session;
    const cancel = async (tx: Tx) => {
      const { managerId } = found(await reportFile(tx, clientId, reportArchiveId), 'report');
      if (managerId !== session.managerId) refuseReporter(session);
      if (!(await cancelArchive(tx, clientId, reportArchiveId))) {
        throw problem('conflict', reportTexts.notCancellable);
      }
      return true as const;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => cancel(tx)));
  });
}

/** With the right, and while whoever sits there has just shown to be the manager. */
function refuseFullSsn(session: Session): void {
  if (!session.fullSsn) throw problem('not_allowed', notAllowed.fullSsn);
  refuseUnproven(session);
}

/** A reporter cancels only their own exports. */
function refuseReporter({ role }: Session): void {
  if (!hasRole(role, 'manager')) throw problem('not_allowed', notAllowed.manager);
}

/** Counts the download before its last part, so that a complete file is always counted. */
async function* countedParts(
  { partCount }: ReportFile,
  parts: AsyncIterable<Buffer>,
  count: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const part of parts) {
    sent += 1;
    if (sent === partCount) await count();
    yield part;
  }
}
