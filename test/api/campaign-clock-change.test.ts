/** Auto start and stop times around the days on which Eastern clocks change (spec 3 section 7). */
import { beforeAll, expect, test } from 'vitest';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { broadcast, linkback } from './campaign-bodies.ts';

let now = new Date('2026-03-06T15:00:00Z');
const db = await freshDatabase();
const api = await testApi(db, { now: () => now });

let manager: Caller;
beforeAll(async () => {
  manager = await api.signIn(await makeClient(db));
});

interface Item {
  startTime: string;
  startTimeSpan: string;
  stopTimeSpan: string;
}

async function saved(
  type: 'broadcast' | 'linkback',
  given: Record<string, unknown>,
): Promise<string> {
  const body = type === 'linkback' ? linkback(given) : broadcast(given);
  const response = await manager.post(`/api/campaign/${type}/0/edit`, body);
  return response.headers.get('content-location') ?? '';
}

const read = async (path: string) => (await manager.get(path)).json<Item>();

test.each(['broadcast', 'linkback'] as const)(
  'the wall times of a %s stay, and their UTC moves with the clocks',
  async (type) => {
    now = new Date('2026-03-06T15:00:00Z');
    const days = { startWeekdays: '1111111', stopWeekdays: '1111111' };
    const times = { startTime: '2026-03-06T14:00:00Z', stopTime: '2026-03-07T01:00:00Z' };
    const path = await saved(type, { ...days, ...times });
    const spans: string[] = [];
    for (const day of ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01']) {
      now = new Date(`${day}T16:00:00Z`);
      const { startTimeSpan, stopTimeSpan } = await read(path);
      spans.push(`${day} ${startTimeSpan} ${stopTimeSpan}`);
    }
    expect(spans).toEqual([
      '2026-03-07 14:00 01:00',
      '2026-03-08 13:00 00:00',
      '2026-10-31 13:00 00:00',
      '2026-11-01 14:00 01:00',
    ]);
  },
);

test.each(['broadcast', 'linkback'] as const)(
  'saving a %s on the day that skips its time does not move it for the other days',
  async (type) => {
    now = new Date('2026-03-06T15:00:00Z');
    const path = await saved(type, { startTime: '2026-03-06T07:30:00Z' });
    now = new Date('2026-03-08T15:00:00Z');
    const skipped = await read(path);
    expect(skipped.startTime).toBe('2026-03-08T07:30:00Z');
    const edit = path.replace(/item$/, 'edit');
    expect((await manager.post(edit, { ...skipped, callerIdName: 'Other' })).json()).toBe(true);
    now = new Date('2026-03-09T15:00:00Z');
    expect((await read(path)).startTime).toBe('2026-03-09T06:30:00Z');
    const latest = { ...(await read(path)), startTime: '2026-03-09T08:00:00Z' };
    expect((await manager.post(edit, latest)).json()).toBe(true);
    expect((await read(path)).startTime).toBe('2026-03-09T08:00:00Z');
  },
);
