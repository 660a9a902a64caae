/** Twilio: texts and calls by its REST API and webhooks. */
import { withLawfulRing } from '#contract/ring-time.ts';
import type { CarrierKind, CarrierSurroundings, HeardDate } from '../kind.ts';
import { TwilioClient } from './api.ts';
import { inboundPath, receive } from './callback.ts';
import { findingsOf } from './findings.ts';
import { createLink } from './link.ts';
import { recordsOf } from './records.ts';
import { type TwilioSettings, twilioSettings } from './settings.ts';
import { TwilioTexts } from './text-carrier.ts';
import { TwilioVoice } from './voice-carrier.ts';

/** Real milliseconds: with what a text waits before, less than the engine waits for an answer. */
const answerWithin = 4_000;
const testWithin = 8_000;
/** A page of a list is long, and nobody waits on the line. */
const listWithin = 30_000;

const noAddress =
  'CARILLON_PUBLIC_URL is not set: Twilio could not tell what becomes of calls and texts, nor who wrote STOP.';

export const twilioKind: CarrierKind<TwilioSettings> = {
  channels: ['voice', 'text'],
  settings: twilioSettings,
  fromBefore: withLawfulRing,
  secrets: ['authToken'],
  open(settings, around) {
    const api = new TwilioClient(settings, answerWithin, dateTo(around));
    const { name: carrier, log } = around;
    const link = createLink(api, (problem) => {
      if (problem === '') log.info({ carrier }, 'Twilio is connected');
      else log.warn({ carrier, problem }, 'Twilio cannot be used');
    });
    const isCallable = around.callbackUrl(inboundPath) !== '';
    const usable = () => isCallable && link.usable();
    const detail = () => (isCallable ? link.detail() : noAddress);
    const shared = { ...link, usable, detail };
    const text = new TwilioTexts(settings, around, { api, link: shared });
    // With connections of its own: somebody on the line does not wait for texts.
    const callApi = new TwilioClient(settings, answerWithin, dateTo(around));
    const voice = new TwilioVoice(settings, around, { api: callApi, link: shared });
    return {
      ...{ text, voice },
      detail,
      askDate: link.lookNow,
      async close() {
        link.close();
        await Promise.all([text.close(), voice.close()]);
        api.close();
        callApi.close();
      },
    };
  },
  async test(settings, around) {
    const api = new TwilioClient(settings, testWithin, dateTo(around));
    try {
      return await findingsOf(api, settings, around);
    } finally {
      api.close();
    }
  },
  receive,
  async *records(settings, around, since) {
    const api = new TwilioClient(settings, listWithin, dateTo(around));
    try {
      yield* recordsOf(api, since);
    } finally {
      api.close();
    }
  },
};

function dateTo({ name, heardDate }: CarrierSurroundings) {
  return (heard: HeardDate) => heardDate?.(name, heard);
}
