/** The registry: one line a kind of carrier. */
import { asteriskKind } from './asterisk/kind.ts';
import type { CarrierKind } from './kind.ts';
import { simulatedKind } from './simulated/kind.ts';
import { smppKind } from './smpp/kind.ts';
import { twilioKind } from './twilio/kind.ts';

/** By the word that `carillon carrier add` takes; the settings are checked by each kind's own schema. */
export const carrierKinds: Readonly<Record<string, CarrierKind<unknown>>> = {
  asterisk: asteriskKind,
  simulated: simulatedKind,
  smpp: smppKind,
  twilio: twilioKind,
};
