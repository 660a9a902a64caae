import { expect, test } from 'vitest';
import type { ApiResponse, TwilioApi } from './api.ts';
import { createGate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { placeCall } from './place-call.ts';

const nothing = () => undefined;
const link: TwilioLink = {
  ...{ usable: () => true, detail: nothing, worked: nothing, refused: nothing, failed: nothing },
  close: nothing,
};
const wanted = {
  ...{ to: '12125550100', from: '12125550199', base: 'https://x.example', ringSeconds: 30 },
  detects: false,
};

async function placed(status: number, body: Record<string, unknown>) {
  const response: ApiResponse = { kind: 'responded', status, body };
  const api: TwilioApi = { get: async () => response, post: async () => response, close: nothing };
  return placeCall({ api, link, gate: createGate(100, 100) }, wanted);
}

test.each([21_210, 21_212, 21_219])(
  'Twilio %i is about our own number or account: any other call would be rejected too',
  async (code) => {
    const placement = await placed(400, { code, message: 'no' });
    expect(placement).toMatchObject({ kind: 'rejected', retryable: false, trunk: 'refused' });
  },
);

test.each([13_224, 21_211, 21_214, 21_215, 21_216])(
  'Twilio %i is about the called number: the next one may work',
  async (code) => {
    const placement = await placed(400, { code, message: 'no' });
    expect(placement).toMatchObject({ kind: 'rejected', retryable: false });
    expect(placement).not.toHaveProperty('trunk');
  },
);

test('a call is retryable when Twilio rejects the account or its pace', async () => {
  for (const [status, code] of [
    [401, 20_003],
    [403, 20_003],
    [429, 20_429],
  ] as const) {
    const placement = await placed(status, { code, message: 'no' });
    expect(placement).toMatchObject({ kind: 'rejected', retryable: true });
    expect(placement).not.toHaveProperty('trunk');
  }
});
