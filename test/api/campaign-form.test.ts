import { expect, test } from 'vitest';
import { newDraft } from '../../src/web/features/campaign/draft.ts';
import { draftErrors } from '../../src/web/features/campaign/draft-errors.ts';
import { bodyOf } from '../../src/web/features/campaign/save-body.ts';
import { campaignWorld } from './campaign-world.ts';

const { edit } = await campaignWorld();

const shared = { name: 'Reminders', callerIdNumber: '(302) 555-0148', callerIdTypeId: 2 };
const broadcast = { ...newDraft('broadcast'), ...shared, callsPerMinute: 60 };
const linkback = {
  ...newDraft('linkback'),
  ...shared,
  ...{ callRatio: 1.5, agentCount: 4, linkbackNumber: '(302) 555-0199' },
};
const weekdays = '0000001';

test.each([
  newDraft('broadcast'),
  newDraft('linkback'),
  { ...broadcast, name: ' ', callerIdTypeId: 3 },
  { ...broadcast, callsPerMinute: 100_001, callerIdNumber: '(302) 555-01' },
  { ...broadcast, start: { ...broadcast.start, weekdays }, stop: { ...broadcast.stop, weekdays } },
  { ...broadcast, callerIdNumber: '(900) 555-0148' },
  { ...linkback, callRatio: 0, agentCount: -1 },
  { ...linkback, linkbackNumber: '(311) 555-0199', callerIdNumber: '(302) 155-0148' },
])('the server refuses $type draft %# with the sentences of the form', async (draft) => {
  const errors = draftErrors(draft, []);
  expect(errors).not.toEqual([]);
  const response = await edit(bodyOf(draft, new Date('2026-11-20T15:00:00Z')), 0, draft.type);
  expect(response.status).toBe(422);
  expect(response.json<{ errors: unknown }>().errors).toEqual(errors);
});
