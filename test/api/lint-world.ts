/** Messages that the tests of lint save and ask about. */
import { expect } from 'vitest';
import type { VoiceLint } from '../../src/contract/lint.ts';
import type { Caller } from '../harness/caller.ts';
import { until } from '../harness/until.ts';

export const say = (value: string) => ({ messageStepType: 4, value, ttsVoiceId: 4 });
export const field = (ttsFieldId: number) => ({ messageStepType: 5, ttsFieldId, ttsVoiceId: 4 });
export const stop = say('This is Harbor Bank. To stop these calls, press 9.');
export const number = say('Call us at 800 255 0142.');

export const lintOfMessage = async (manager: Caller, id: number, query = '') =>
  (await manager.get(`/api/message/${id}/lint${query}`)).json<VoiceLint>();

/** A message that is rendered; returns its id. */
export async function savedMessage(manager: Caller, steps: object[], id = 0): Promise<number> {
  const form = new FormData();
  const messageSteps = steps.map((step, stepOrder) => ({ stepOrder, ...step }));
  form.set('message', JSON.stringify({ name: 'Reminder', messageSteps }));
  const response = await manager.post(`/api/message/${id}/edit`, form);
  expect(response.status, response.text).toBe(200);
  const made = Number(response.headers.get('content-location')?.split('/').at(-1));
  await until(async () => (await lintOfMessage(manager, made)).ready || undefined);
  return made;
}
