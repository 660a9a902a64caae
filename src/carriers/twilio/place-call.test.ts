import { expect, test } from 'vitest';
import type { ApiAnswer, TwilioApi } from './api.ts';
import type { TwilioLink } from './link.ts';
import { placeCall } from './place-call.ts';

const nothing = () => {};
const link: TwilioLink = {
  ...{ usable: () => true, detail: () => '', worked: nothing, refused: nothing, failed: nothing },
  close: nothing,
};
const wanted = {
  ...{ to: '12125550100', from: '12125550199', base: 'https://x.example', ringSeconds: 30 },
  detects: false,
};

async function placed(status: number, body: Record<string, unknown>) {
  const answer: ApiAnswer = { kind: 'answered', status, body };
  const api: TwilioApi = { get: async () => answer, post: async () => answer, close: nothing };
  return placeCall({ api, link }, wanted);
}

test.each([21_210, 21_212, 21_219])(
  'Twilio %i is of our own number or account: any other call is refused too',
  async (code) => {
    const placement = await placed(400, { code, message: 'no' });
    expect(placement).toMatchObject({ kind: 'rejected', retryable: false, trunk: 'refused' });
  },
);

test.each([13_224, 21_211, 21_214, 21_215, 21_216])(
  'Twilio %i is of the number called: the next one is another matter',
  async (code) => {
    const placement = await placed(400, { code, message: 'no' });
    expect(placement).toMatchObject({ kind: 'rejected', retryable: false });
    expect(placement).not.toHaveProperty('trunk');
  },
);

test('an account that is refused, or goes too fast, is waited for', async () => {
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
