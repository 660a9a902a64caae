import { beforeAll, describe, expect, test } from 'vitest';
import { reportTexts } from '../../src/contract/report-archive.ts';
import { asClient } from '../../src/db/database.ts';
import { detailOf, reportArchiveWorld } from './report-archive-world.ts';

const {
  db,
  api,
  jobs,
  client,
  other,
  waiting,
  manager,
  stranger,
  clientId,
  foreign,
  archives,
  exported,
  download,
} = await reportArchiveWorld();

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
      reason: null,
      includeFullSsn: false,
      managerId: client.manager.managerId,
      managerName: expect.any(String),
      ...{ name: '', format: 'csv', filters: [] },
    });
    await download(made);
    const response = await download(made);
    const name = made.url.split('/').at(-1);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const [after] = await archives();
    expect(after).toMatchObject({ downloadCount: 2, lastDownload: expect.any(String) });
    expect(Date.parse(after?.lastDownload ?? '')).toBeGreaterThanOrEqual(Date.parse(made.created));
  });

  test('the newest come first, as many as the body says; cdrprogress returns the newest 25', async () => {
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
    const response = await manager.post(`/api/reports/${clientId}/archive`, count);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  test('without a body the newest 25 are returned', async () => {
    const response = await manager.post(`/api/reports/${clientId}/archive`);
    expect(response.json()).toEqual(await archives());
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
    const response = await manager.post('/api/reports/export', body);
    return [response.status, detailOf(response)];
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

/** No process takes up their jobs, so they stay STARTING. */
describe('exports that wait', () => {
  beforeAll(jobs.stop);
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
    const responses = await Promise.all([begin(), begin(), begin()]);
    for (const response of responses) {
      expect([response.status, detailOf(response)]).toEqual([409, reportTexts.tooManyExports]);
    }
    const [first] = await list();
    await as.post(`/api/reports/${first?.reportArchiveId}/cancel`, {});
    const racing = await Promise.all([begin(), begin(), begin()]);
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('one that is STARTING cannot be downloaded, and can be canceled once', async () => {
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
