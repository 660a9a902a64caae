/** Twilio: texts by its REST API and webhooks. */
import type { CarrierKind } from '../kind.ts';
import { twilioApi } from './api.ts';
import { inboundPath, receive } from './callback.ts';
import { findingsOf } from './findings.ts';
import { createLink } from './link.ts';
import { type TwilioSettings, twilioSettings } from './settings.ts';
import { twilioTexts } from './text-carrier.ts';

/** Real milliseconds: with what a text waits before, less than the engine waits for an answer. */
const answerWithin = 4_000;
const testWithin = 8_000;

const noAddress =
  'CARILLON_PUBLIC_URL is not set: Twilio could not tell what became of a text, nor who wrote STOP.';

export const twilioKind: CarrierKind<TwilioSettings> = {
  channels: ['text'],
  settings: twilioSettings,
  secrets: ['authToken'],
  open(settings, around) {
    const api = twilioApi(settings, answerWithin);
    const { name: carrier, log } = around;
    const link = createLink(api, (problem) => {
      if (problem === '') log.info({ carrier }, 'Twilio is connected');
      else log.warn({ carrier, problem }, 'Twilio cannot be used');
    });
    const isCallable = around.callbackUrl(inboundPath) !== '';
    const usable = () => isCallable && link.usable();
    const detail = () => (isCallable ? link.detail() : noAddress);
    const text = twilioTexts(settings, around, { api, link: { ...link, usable, detail } });
    return {
      text,
      detail,
      async close() {
        link.close();
        await text.close();
        api.close();
      },
    };
  },
  async test(settings, around) {
    const api = twilioApi(settings, testWithin);
    try {
      return await findingsOf(api, settings, around);
    } finally {
      api.close();
    }
  },
  receive,
};
