/** SMPP 3.4 as a kind of carrier. A text route is tested by a bind and an unbind. */
import type { SessionDetail } from '#contract/carrier-detail.ts';
import { carrierDetailSentence } from '#domain/carrier-words/detail-sentences.ts';
import type { CarrierFinding, CarrierKind } from '../kind.ts';
import { openSmpp } from './carrier.ts';
import { Session } from './session.ts';
import { type SmppSettings, smppSettings } from './settings.ts';
import { status } from './status.ts';
import { timingOf } from './timing.ts';

export const smppKind: CarrierKind<SmppSettings> = {
  channels: ['text'],
  settings: smppSettings,
  secrets: ['password'],
  open: openSmpp,
  async test(settings) {
    const where = `${settings.host}:${settings.port}`;
    const trouble = await tryBind(settings);
    if (trouble !== undefined) return [wrong(where, trouble), ...hintsOf(settings)];
    const text = `Bound to ${where} as ${settings.systemId}.`;
    return [{ state: 'fine', text }, ...hintsOf(settings)];
  },
};

/** Undefined when the SMSC accepts the bind, else the reason. */
function tryBind(settings: SmppSettings): Promise<SessionDetail | undefined> {
  return new Promise((resolve) => {
    const session: Session = new Session(settings, timingOf(settings), {
      bound() {
        resolve(undefined);
        void session.close();
      },
      delivery(delivery) {
        // Meant for the engine, to which the SMSC redelivers it.
        session.respond(delivery, status.receiverBusy);
      },
      ended: resolve,
    });
  });
}

function wrong(where: string, trouble: SessionDetail): CarrierFinding {
  const isTaken = trouble.code === 'bind_rejected' && trouble.smpp === status.alreadyBound;
  const advice = isTaken
    ? ' The running engine may already use every bind that the carrier allows.'
    : ' Check the host, port, system id and password against what the carrier gave you.';
  return {
    state: 'wrong',
    text: `Cannot send texts through ${where}. ${carrierDetailSentence(trouble)}${advice}`,
  };
}

function hintsOf({ tls }: SmppSettings): CarrierFinding[] {
  if (tls === 'on') return [];
  const text =
    tls === 'off'
      ? 'The password and all texts are sent unencrypted. If the carrier offers TLS, set --tls=on.'
      : 'The certificate is not checked, so anyone in between can read the texts.';
  return [{ state: 'hint', text }];
}
