/** Twilio: texts and calls by its REST API and webhooks. */

import { withLawfulRing } from '#contract/ring-time.ts';
import { loggedCarrierDetail } from '#domain/carrier-words/detail-sentences.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { CarrierKind, CarrierSurroundings, HttpDate } from '../kind.ts';
import { TwilioClient } from './api.ts';
import { inboundPath, receive } from './callback.ts';
import { findingsOf } from './findings.ts';
import { createLink } from './link.ts';
import { recordsOf } from './records.ts';
import { type TwilioSettings, twilioSettings } from './settings.ts';
import { TwilioTexts } from './text-carrier.ts';
import { TwilioVoice } from './voice-carrier.ts';

/** With the wait before a text begins, less than the engine's own timeout. */
const respondWithin = realMs(4_000);
const testWithin = realMs(8_000);
/** A page of a list is large, and nobody waits on the line. */
const listWithin = realMs(30_000);

const noAddress = { code: 'no_public_url' } as const;

export const twilioKind: CarrierKind<TwilioSettings> = {
  channels: ['voice', 'text'],
  settings: twilioSettings,
  fromBefore: withLawfulRing,
  secrets: ['authToken'],
  open(settings, around) {
    const api = new TwilioClient(settings, respondWithin, dateTo(around));
    const { name: carrier, log } = around;
    const link = createLink(api, (problem) => {
      if (!problem) log.info({ carrier }, 'Twilio is connected');
      else log.warn({ carrier, problem: loggedCarrierDetail(problem) }, 'Twilio is disconnected');
    });
    const isCallable = around.callbackUrl(inboundPath) !== '';
    const usable = () => isCallable && link.usable();
    const detail = () => (isCallable ? link.detail() : noAddress);
    const shared = { ...link, usable, detail };
    const text = new TwilioTexts(settings, around, { api, link: shared });
    // Calls have their own connections: a person on the line does not wait for texts.
    const callApi = new TwilioClient(settings, respondWithin, dateTo(around));
    const voice = new TwilioVoice(settings, around, { api: callApi, link: shared });
    return {
      ...{ text, voice },
      detail,
      askDate: link.checkNow,
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

function dateTo({ name, reportDate }: CarrierSurroundings) {
  return (received: HttpDate) => reportDate?.(name, received);
}
