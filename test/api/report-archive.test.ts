import { describe, expect, test } from 'vitest';
import { callRecordColumns } from '../../src/contract/call-record.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { type ReportArchive, reportTexts } from '../../src/contract/report-archive.ts';
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

const db = await freshDatabase();
const api = await testApi(db);
await testJobs(db);
const { vault } = api.deps;
const client = await makeClient(db);
const other = await makeClient(db);
const waiting = await makeClient(db);
const manager = await api.signIn(client);
const stranger = await api.signIn(other);
const { clientId } = client;
const spring = await makeCampaign(db, clientId, { name: 'Spring' });
const foreign = await makeCampaign(db, other.clientId, { name: 'Foreign' });

await addCallRecords(db, clientId, vault, [
  {
    phone: '13025550148',
    startedAt: '2026-11-20T15:00:07Z',
    answeredAt: '2026-11-20T17:30:00Z',
    finishedAt: null,
    duration: 42,
    billedDuration: 48,
    minuteCost: 14_500,
    cost: 11_600,
    callType: 'Transfer',
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
]);
await addCallRecords(db, other.clientId, vault, [{ lastName: 'Foreigner' }]);

const archives = async (as: Caller = manager, of = clientId) =>
  (await as.post(`/api/reports/${of}/archive`, '25')).json<ReportArchive[]>();

async function exported(body: object): Promise<ReportArchive> {
  const [before] = await archives();
  const answer = await manager.post('/api/reports/export', body);
  expect([answer.status, answer.text], answer.text).toEqual([200, 'true']);
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

const detailOf = (answer: { json<T>(): T }) => answer.json<ProblemBody>().detail;

describe('the file of an export', () => {
  test('is RFC 4180 in UTF-8 with a byte order mark, with a header row of all 22 columns', async () => {
    const { bytes, text, headers } = await download(await exported({ numRows: 10 }));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(text.endsWith('\r\n')).toBe(true);
    const [names] = parseCsv(text.slice(1));
    expect(names).toEqual(Object.values(callRecordColumns));
    expect(names).toHaveLength(22);
  });

  test('holds every record of this client, whatever numRows is, newest first and masked', async () => {
    const rows = await rowsOf({ numRows: 1, clientId });
    expect(rows.map((row) => row['Last Name'])).toEqual(['Müller', 'Other', 'Oldest']);
    expect(rows[0]).toEqual({
      'Phone Number': '13025550148',
      'Start Time': '2026-11-20 03:00:07 PM',
      'Answer Time': '2026-11-20 05:30:00 PM',
      'Finish Time': '',
      Duration: '42',
      'Billed Duration': '48',
      'Minute Cost': '0.0145',
      Cost: '0.0116',
      'Call Type': 'Transfer',
      'Caller ID': '12125550100',
      'Caller ID Type': 'Single Caller Id',
      'Contact List': 'Past due, "East"',
      Campaign: 'Spring',
      'First Name': `'=HYPERLINK("http://x";"y")`,
      'Last Name': 'Müller',
      'Middle Name': 'two\nlines',
      'Date of Birth': '**/**/1968',
      SSN: '***-**-5678',
      City: "'@SUM(A1:A9)",
      State: 'DE',
      'Zip Code': '01234',
      'External Id': '-12.50',
    });
    for (const numRows of [366_000, '25', null]) {
      expect(await rowsOf({ numRows, clientId })).toHaveLength(3);
    }
  });

  test('runs nothing in a spreadsheet and keeps numbers that carry a sign', async () => {
    const [, second, third] = await rowsOf({});
    expect(second).toMatchObject({
      'First Name': "'-2+3",
      'External Id': "'+1-302-555-0148",
      'Minute Cost': '0.000001',
      Cost: '0',
      SSN: '',
    });
    expect(third?.['External Id']).toBe('+13025550148');
  });

  test.each([
    [0, '2026-11-20 04:59:59 AM', '2026-11-20 05:00:00 AM'],
    [-300, '2026-11-19 11:59:59 PM', '2026-11-20 12:00:00 AM'],
    [330, '2026-11-20 10:29:59 AM', '2026-11-20 10:30:00 AM'],
    [840, '2026-11-20 06:59:59 PM', '2026-11-20 07:00:00 PM'],
  ])('has its times at %i minutes east of UTC', async (utcOffset, start, finish) => {
    const [, row] = await rowsOf({ utcOffset });
    expect([row?.['Start Time'], row?.['Finish Time'], row?.['Answer Time']]).toEqual([
      start,
      finish,
      '',
    ]);
  });

  test('is filtered as the report is', async () => {
    const named = async (filters: object) =>
      (await rowsOf({ filters })).map((row) => row['Last Name']);
    expect(await named({ campaigns: [spring] })).toEqual(['Müller']);
    expect(await named({ ssn: '5678', dateOfBirth: '1968' })).toEqual(['Müller']);
    expect(await named({ lastName: 'OLD' })).toEqual(['Oldest']);
    expect(await named({ lastName: 'nobody' })).toEqual([]);
    const startTime = {
      filterName: { type: 1 },
      beginDateTime: '2026-11-20T00:00:00Z',
      endDateTime: '2026-11-20T10:00:00Z',
    };
    expect(await named({ startTime })).toEqual(['Other']);
  });

  test('has SSN and date of birth in full only when asked, and each such export and download is in the audit log', async () => {
    expect(await auditLog('full_ssn_exported')).toEqual([]);
    const archive = await exported({ includeFullSsn: true, filters: { ssn: '012-34-5678' } });
    const [, row] = parseCsv((await download(archive)).text.slice(1));
    expect(row?.slice(16, 18)).toEqual(['03/14/1968', '012-34-5678']);
    const { managerId } = client.manager;
    const { reportArchiveId } = archive;
    expect(await auditLog('full_ssn_exported')).toEqual([
      { manager_id: managerId, detail: { reportArchiveId, filteredColumns: ['ssn'] } },
    ]);
    expect(await auditLog('full_ssn_downloaded')).toEqual([
      { manager_id: managerId, detail: { reportArchiveId } },
    ]);
  });
});

describe('report archives', () => {
  test('an archive has the documented fields, and counts its downloads', async () => {
    const made = await exported({ utcOffset: -300 });
    expect(made).toEqual({
      clientId,
      created: expect.stringMatching(/^20.*Z$/),
      downloadCount: 0,
      lastDownload: null,
      numberOfRecords: 3,
      progress: 100,
      reportArchiveId: expect.any(Number),
      reportStatusId: 3,
      reportStatusName: 'READY',
      reportTypeId: 1,
      url: expect.stringMatching(/\/call-detail-report-\d{4}-\d\d-\d\d-\d+\.csv$/),
      statusReason: null,
      includeFullSsn: false,
      managerId: client.manager.managerId,
    });
    await download(made);
    const answer = await download(made);
    const name = made.url.split('/').at(-1);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const [after] = await archives();
    expect(after).toMatchObject({ downloadCount: 2, lastDownload: expect.any(String) });
    expect(Date.parse(after?.lastDownload ?? '')).toBeGreaterThanOrEqual(Date.parse(made.created));
  });

  test('the newest come first, as many as the body says; cdrprogress answers the newest 25', async () => {
    const two = await manager.post(`/api/reports/${clientId}/archive`, '2');
    const all = await archives();
    expect(two.json()).toEqual(all.slice(0, 2));
    const ids = all.map(({ reportArchiveId }) => reportArchiveId);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const progress = await manager.post('/api/reports/cdrprogress', { clientId, filters: {} });
    expect(progress.json()).toEqual(all);
    expect(await archives(stranger, other.clientId)).toEqual([]);
  });

  test.each(['0', '501', '"many"', '1.5'])('%s archives are refused', async (count) => {
    const answer = await manager.post(`/api/reports/${clientId}/archive`, count);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test('without a body the newest 25 are answered', async () => {
    const answer = await manager.post(`/api/reports/${clientId}/archive`);
    expect(answer.json()).toEqual(await archives());
  });

  test("another client sees, downloads and cancels nothing of this one's", async () => {
    const made = await exported({});
    const path = `/api/reports/${made.reportArchiveId}`;
    expect((await stranger.post(`/api/reports/${clientId}/archive`, '25')).status).toBe(403);
    const own = { clientId: other.clientId };
    expect((await stranger.post(`${path}/downloadreport`, own)).status).toBe(404);
    expect((await stranger.post(`${path}/cancel`, own)).status).toBe(404);
    expect((await stranger.post(`${path}/downloadreport`, { clientId })).status).toBe(403);
    expect((await stranger.post('/api/reports/cdrprogress', { clientId })).status).toBe(403);
    expect((await stranger.post('/api/reports/export', { clientId })).status).toBe(403);
    const mixed = { clientId, reportId: made.reportArchiveId + 1 };
    expect((await manager.post(`${path}/downloadreport`, mixed)).status).toBe(404);
  });
});

describe('refusals of an export', () => {
  const refused = async (body: object) => {
    const answer = await manager.post('/api/reports/export', body);
    return [answer.status, detailOf(answer)];
  };

  test('a filter that cannot be applied is refused at once, and no archive is made', async () => {
    const before = await archives();
    expect(await refused({ filters: { lastName: '' } })).toEqual([
      422,
      'Attempting to apply an incomplete filter!',
    ]);
    expect(await refused({ filters: { nosuch: 'x' } })).toEqual([
      422,
      'Column data was undefined!',
    ]);
    expect(await refused({ filters: { campaigns: [foreign] } })).toEqual([
      404,
      'There is no such campaign.',
    ]);
    expect((await refused({ utcOffset: 841 }))[0]).toBe(422);
    expect((await refused({ utcOffset: 0.5 }))[0]).toBe(400);
    expect((await refused({ includeFullSsn: 'yes' }))[0]).toBe(400);
    expect(await archives()).toEqual(before);
  });
});

/** Of a client whose exports no process takes up, so that they stay STARTING. */
describe('exports that wait', () => {
  const waits = async () => {
    const as = await api.signIn(waiting);
    const list = () => archives(as, waiting.clientId);
    return { as, list, begin: () => as.post('/api/reports/export', {}) };
  };
  const holdQueue = () =>
    asClient(db, waiting.clientId, (tx) =>
      tx.run(
        `INSERT INTO report_archive (client_id, manager_id, file_name)
         SELECT $1, $2, 'waits-' || n || '.csv' FROM generate_series(1, 3) n`,
        [waiting.clientId, waiting.manager.managerId],
      ),
    );

  test('a client has at most three under way, also of those asked for at once', async () => {
    const { begin, list, as } = await waits();
    await holdQueue();
    const answers = await Promise.all([begin(), begin(), begin()]);
    for (const answer of answers) {
      expect([answer.status, detailOf(answer)]).toEqual([409, reportTexts.tooManyExports]);
    }
    const [first] = await list();
    await as.post(`/api/reports/${first?.reportArchiveId}/cancel`, {});
    const racing = await Promise.all([begin(), begin(), begin()]);
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('one that is STARTING cannot be downloaded, and can be cancelled once', async () => {
    const { as, list } = await waits();
    const starting = (await list()).find(({ reportStatusName }) => reportStatusName === 'STARTING');
    if (!starting) throw new Error('None is STARTING.');
    const early = await download(starting, as);
    expect([early.status, detailOf(early)]).toEqual([409, reportTexts.notReady]);
    const path = `/api/reports/${starting.reportArchiveId}/cancel`;
    expect((await as.post(path, {})).json()).toBe(true);
    const again = await as.post(path, {});
    expect([again.status, detailOf(again)]).toEqual([409, reportTexts.notCancellable]);
    const [now] = (await list()).filter((one) => one.reportArchiveId === starting.reportArchiveId);
    expect(now).toMatchObject({ reportStatusId: 5, reportStatusName: 'CANCELLED' });
    expect((await download(starting, as)).status).toBe(409);
  });
});
