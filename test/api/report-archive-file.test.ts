import { describe, expect, test } from 'vitest';
import { parseCsv } from '../harness/csv.ts';
import { reportArchiveWorld } from './report-archive-world.ts';

const { client, clientId, spring, exported, download, rowsOf, auditLog } =
  await reportArchiveWorld();

describe('the file of an export', () => {
  test('is RFC 4180 in UTF-8 with a byte order mark, with a header row of all 22 columns', async () => {
    const { bytes, text, headers } = await download(await exported({ numRows: 10 }));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(text.endsWith('\r\n')).toBe(true);
    const [names] = parseCsv(text.slice(1));
    expect(names).toEqual([
      ...['Phone Number', 'Start Time', 'Answer Time', 'Finish Time', 'Duration'],
      ...['Billed Duration', 'Minute Cost', 'Cost', 'Call Type', 'Caller ID', 'Caller ID Type'],
      ...['Contact List', 'Campaign', 'First Name', 'Last Name', 'Middle Name', 'Date of Birth'],
      ...['SSN', 'City', 'State', 'Zip Code', 'External Id'],
    ]);
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

  test('has each of its times in the zone that was asked for, in winter and in summer', async () => {
    const rows = await rowsOf({ timeZone: 'America/New_York', utcOffset: -300 });
    expect([rows[0]?.['Start Time'], rows[2]?.['Start Time']]).toEqual([
      '2026-11-20 10:00:07 AM',
      '2026-07-31 08:00:00 PM',
    ]);
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
    const [names, row] = parseCsv((await download(archive)).text.slice(1));
    const cellOf = (name: string) => row?.[names?.indexOf(name) ?? -1];
    expect([cellOf('Date of Birth'), cellOf('SSN')]).toEqual(['03/14/1968', '012-34-5678']);
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
