/** A client with call records and the archives of its exports. */
import { expect } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { ReportArchive } from '../../src/contract/report-archive.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { parseCsv } from '../harness/csv.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';

const calls = (spring: number) => [
  {
    phone: '13025550148',
    startedAt: '2026-11-20T15:00:07Z',
    answeredAt: '2026-11-20T17:30:00Z',
    finishedAt: null,
    duration: 42,
    billedDuration: 48,
    minuteCost: 14_500,
    cost: 11_600,
    callType: 'Transfer' as const,
    callerId: '12125550100',
    callerIdType: 2,
    callListName: 'Past due, "East"',
    campaignId: spring,
    campaignName: 'Spring',
    firstName: '=HYPERLINK("http://x";"y")',
    lastName: 'Müller',
    middleName: 'two\nlines',
    dateOfBirth: '03/14/1968',
    ssn: '012345678',
    city: '@SUM(A1:A9)',
    stateCode: 'DE',
    zipCode: '01234',
    externalId: '-12.50',
  },
  {
    startedAt: '2026-11-20T04:59:59Z',
    answeredAt: null,
    finishedAt: '2026-11-20T05:00:00Z',
    cost: 0,
    minuteCost: 1,
    campaignId: 999_999,
    externalId: '+1-302-555-0148',
    firstName: '-2+3',
    ssn: '',
  },
  {
    startedAt: '2026-08-01T00:00:00Z',
    campaignId: 999_999,
    lastName: 'Oldest',
    externalId: '+13025550148',
  },
];

export const detailOf = (response: { json<T>(): T }) => response.json<ProblemBody>().detail;

export async function reportArchiveWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);
  const jobs = await testJobs(db);
  const { vault } = api.deps;
  const client = await makeClient(db);
  const other = await makeClient(db);
  const waiting = await makeClient(db);
  const manager = await api.signIn(client);
  const stranger = await api.signIn(other);
  const { clientId } = client;
  const spring = await makeCampaign(db, clientId, { name: 'Spring' });
  const foreign = await makeCampaign(db, other.clientId, { name: 'Foreign' });

  await addCallRecords(db, clientId, vault, calls(spring));
  await addCallRecords(db, other.clientId, vault, [{ lastName: 'Foreigner' }]);

  const archives = async (as: Caller = manager, of = clientId) =>
    (await as.post(`/api/reports/${of}/archive`, '25')).json<ReportArchive[]>();

  async function exported(body: object): Promise<ReportArchive> {
    const [before] = await archives();
    const response = await manager.post('/api/reports/export', body);
    expect([response.status, response.text], response.text).toEqual([200, 'true']);
    return until(async () => {
      const [newest] = await archives();
      const fresh = newest?.reportArchiveId !== before?.reportArchiveId;
      return fresh && (newest?.reportStatusId ?? 0) > 2 ? newest : undefined;
    });
  }

  const download = (archive: ReportArchive, as = manager) =>
    as.post(`/api/reports/${archive.reportArchiveId}/downloadreport`, {
      clientId: archive.clientId,
      reportId: archive.reportArchiveId,
      url: archive.url,
    });

  async function rowsOf(body: object) {
    const { text } = await download(await exported(body));
    expect(text.startsWith('\ufeff')).toBe(true);
    const [names = [], ...rows] = parseCsv(text.slice(1));
    return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
  }

  const auditLog = (action: string) =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ manager_id: number; detail: unknown }>(
        'SELECT manager_id, detail FROM audit_log WHERE client_id = $1 AND action = $2',
        [clientId, action],
      ),
    );

  return {
    db,
    api,
    jobs,
    client,
    other,
    waiting,
    manager,
    stranger,
    clientId,
    spring,
    foreign,
    archives,
    exported,
    download,
    rowsOf,
    auditLog,
  };
}
