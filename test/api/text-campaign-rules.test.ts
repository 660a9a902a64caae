import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { textCampaignWorld } from './text-campaign-world.ts';

const { db, client, manager, otherClient, body, edit, made } = await textCampaignWorld();

test.each([
  [{ name: '  ' }, 'name', 'Name is Required'],
  [{ name: undefined }, 'name', 'Name is Required'],
  [{ textPerMinute: -1 }, 'textPerMinute', /0 or more/],
  [{ textPerMinute: 0.5 }, 'textPerMinute', /whole number/],
  [{ textPerMinute: '1,5' }, 'textPerMinute', /whole number/],
  [{ textPerMinute: undefined }, 'textPerMinute', /whole number/],
  [{ textPerMinute: 100_001 }, 'textPerMinute', /at most 100,000/],
  [{ sendersNumberId: 0 }, 'sendersNumberId', 'A sender number is required'],
  [{ sendersNumberId: undefined }, 'sendersNumberId', 'A sender number is required'],
  [{ messageTextId: undefined }, 'messageTextId', 'A text message is required'],
  [{ startAutomatically: true }, 'startAutomatically', /do not start or stop automatically/],
  [{ stopAutomatically: true }, 'stopAutomatically', /do not start or stop automatically/],
  [{ startWeekdays: '10000' }, 'startWeekdays', /do not start or stop automatically/],
  [{ stopWeekdays: '0000001' }, 'stopWeekdays', /do not start or stop automatically/],
])(
  'a text campaign that breaks a rule is refused and says which (%#)',
  async (part, path, sentence) => {
    const response = await edit(body(part));
    const message = expect.stringMatching(sentence);
    expect([response.status, response.json<ProblemBody>()]).toEqual([
      422,
      expect.objectContaining({ detail: message, errors: [{ path, message }] }),
    ]);
  },
);

test('a name is unique among text campaigns, whatever its case, and free among voice campaigns', async () => {
  const given = body();
  const id = await made(given);
  const twin = await edit(body({ name: given.name.toUpperCase() }));
  expect([twin.status, twin.json<ProblemBody>()]).toEqual([
    409,
    expect.objectContaining({
      code: 'not_unique',
      detail: 'Campaign name must be unique',
      errors: [{ path: 'name', message: 'Campaign name must be unique' }],
    }),
  ]);
  const second = await made();
  expect((await edit({ ...given }, second)).status).toBe(409);
  await makeCampaign(db, client.clientId, { name: given.name });
  await makeCampaign(db, client.clientId, { name: 'Voice only' });
  await made({ name: 'Voice only' });
  expect((await manager.post(`/api/campaign/${id}/delete`, {})).json()).toBe(true);
  await made({ name: given.name });
});

test('of two saves of one name at the same moment one is refused', async () => {
  const given = body();
  const responses = await Promise.all([edit(given), edit(given), edit(given)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a number or message of another client, deleted or unknown, is not found', async () => {
  const theirNumber = await makeTextingNumber(db, otherClient.clientId);
  const theirMessage = await makeTextMessage(db, otherClient.clientId, 'Theirs');
  const goneNumber = await makeTextingNumber(db, client.clientId);
  const goneMessage = await makeTextMessage(db, client.clientId, 'Gone');
  await asClient(db, client.clientId, async (tx) => {
    await tx.run('UPDATE texting_number SET deleted_at = now() WHERE texting_number_id = $1', [
      goneNumber,
    ]);
    await tx.run('UPDATE text_message SET deleted_at = now() WHERE text_message_id = $1', [
      goneMessage,
    ]);
  });
  const number = 'There is no such texting number.';
  const message = 'There is no such text message.';
  for (const [part, sentence] of [
    [{ sendersNumberId: theirNumber }, number],
    [{ sendersNumberId: goneNumber }, number],
    [{ sendersNumberId: 987_654 }, number],
    [{ originalSendersNumberId: theirNumber }, number],
    [{ messageTextId: theirMessage }, message],
    [{ messageTextId: goneMessage }, message],
  ] as const) {
    const response = await edit(body(part));
    expect([response.status, response.json<ProblemBody>().detail]).toEqual([404, sentence]);
  }
  // The number before the edit may have been taken back since.
  await made({ originalSendersNumberId: goneNumber });
});

test('a sender number without eleven digits is an error of its own', async () => {
  await asOwner(db, (tx) =>
    tx.run('ALTER TABLE texting_number DROP CONSTRAINT texting_number_phone_check'),
  );
  const short = await makeTextingNumber(db, client.clientId, '5550148');
  const response = await edit(body({ sendersNumberId: short }));
  const message = 'Invalid phone number in use on a texting campaign!';
  expect([response.status, response.json<ProblemBody>()]).toEqual([
    422,
    expect.objectContaining({
      detail: message,
      errors: [{ path: 'sendersNumberId', message }],
    }),
  ]);
});
