/** The registry: one line per kind of carrier. */
import { asteriskKind } from './asterisk/kind.ts';
import type { CarrierKind } from './kind.ts';
import { simulatedKind } from './simulated/kind.ts';
import { smppKind } from './smpp/kind.ts';
import { twilioKind } from './twilio/kind.ts';

/** By the KIND that `carillon carrier add` takes; each kind's own schema checks its settings. */
export const carrierKinds: Readonly<Record<string, CarrierKind<unknown>>> = {
  asterisk: asteriskKind,
  simulated: simulatedKind,
  smpp: smppKind,
  twilio: twilioKind,
};
