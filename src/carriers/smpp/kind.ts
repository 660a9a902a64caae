/** SMPP 3.4 as a kind of carrier, and how a text route is tried: bind, a sign of life, unbind. */
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

/** Undefined when the SMSC took the bind, else why not. */
function tryBind(settings: SmppSettings): Promise<string | undefined> {
  return new Promise((resolve) => {
    const session: Session = new Session(settings, timingOf(settings), {
      bound() {
        resolve(undefined);
        void session.close();
      },
      delivery(delivery) {
        // The engine's to hear: the SMSC tells it again.
        session.answer(delivery, status.receiverBusy);
      },
      ended: resolve,
    });
  });
}

function wrong(where: string, trouble: string): CarrierFinding {
  const full = trouble.includes('0x00000005')
    ? ' Perhaps the carrier allows no more binds than the running engine has.'
    : ' Compare host, port, system id and password with what the carrier gave you.';
  return { state: 'wrong', text: `No text can be sent over ${where}. ${trouble}${full}` };
}

function hintsOf({ tls }: SmppSettings): CarrierFinding[] {
  if (tls === 'on') return [];
  const text =
    tls === 'off'
      ? 'The password and the texts go over the network unencrypted; where the carrier offers TLS, set --tls=on.'
      : 'The certificate is not checked: anybody in between may read along.';
  return [{ state: 'hint', text }];
}
