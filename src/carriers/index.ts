/** The registry: one line a carrier. The name is what client.voice_carrier holds. */
import type { CarrierSettings, VoiceCarrier } from './port.ts';
import { simulatedCarrier } from './simulated/carrier.ts';

type OpenCarrier = (settings: CarrierSettings) => VoiceCarrier;

export const voiceCarriers: Readonly<Record<string, OpenCarrier>> = {
  simulated: simulatedCarrier,
};
