/** A client with three call records, and another one whose records it must not see. */
import { expect } from 'vitest';
import type { CallRecord } from '../../src/contract/call-record.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

/** Newest first; of the oldest one the campaign is gone. */
const calls = (spring: number, autumn: number) => [
  {
    lastName: 'Steinberg',
    startedAt: '2026-11-20T15:00:00Z',
    duration: 30,
    campaignId: spring,
    campaignName: 'Spring',
    phone: '13025550148',
    callerId: '12125550100',
    callerIdType: 2,
    callType: 'Transfer' as const,
    ssn: '123-45-6789',
    dateOfBirth: '03/14/1968',
    externalId: '100%_a\\b',
    zipCode: '19804-2317',
    stateCode: 'DE',
  },
  {
    lastName: 'MÜLLER',
    firstName: 'Zoë',
    middleName: 'Quinn',
    city: 'Wilmington',
    startedAt: '2026-11-20T14:00:00.500Z',
    answeredAt: null,
    finishedAt: '2026-11-20T14:00:30Z',
    duration: 0,
    billedDuration: 0,
    cost: 0,
    minuteCost: 15_000,
    campaignId: autumn,
    campaignName: 'Autumn',
    callListName: 'September list',
    phone: '14105550111',
    ssn: '987-65-4321',
    dateOfBirth: '1975-01-02',
    externalId: '100 and more',
  },
  {
    lastName: 'Oldest',
    startedAt: '2026-08-01T00:00:00Z',
    answeredAt: '2026-08-01T00:00:10Z',
    finishedAt: '2026-08-01T00:03:10Z',
    duration: 180,
    campaignId: 999_999,
    phone: '16095550122',
  },
];

export async function callRecordWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);
  const { vault } = api.deps;
  const client = await makeClient(db);
  const other = await makeClient(db);
  const manager = await api.signIn(client);
  const spring = await makeCampaign(db, client.clientId, { name: 'Spring' });
  const autumn = await makeCampaign(db, client.clientId, { name: 'Autumn' });
  const foreign = await makeCampaign(db, other.clientId, { name: 'Foreign' });

  await addCallRecords(db, client.clientId, vault, calls(spring, autumn));
  await addCallRecords(db, other.clientId, vault, [
    { lastName: 'Steinberg', phone: '13025550148', ssn: '123-45-6789', dateOfBirth: '03/14/1968' },
  ]);

  function ask(path: 'cdr' | 'cdrcount', body: object) {
    return manager.post(`/api/reports/${path}`, body);
  }

  async function records(filters: object): Promise<{ total: number; rows: CallRecord[] }> {
    const response = await ask('cdr', { filters });
    expect(response.status, response.text).toBe(200);
    return response.json();
  }

  async function names(filters: object): Promise<string[]> {
    const { total, rows } = await records(filters);
    const counted = await ask('cdrcount', { filters });
    expect(counted.text).toBe(String(total));
    return rows.map(({ lastName }) => lastName);
  }

  async function refusal(filters: object) {
    const response = await ask('cdr', { filters });
    expect(response.status).toBe(422);
    return response.json<{ detail: string }>().detail;
  }

  return { client, other, spring, autumn, foreign, ask, records, names, refusal };
}
