/** The registry: one line a carrier. The name is what client.voice_carrier or client.text_carrier holds. */
import type { CarrierSettings, VoiceCarrier } from './port.ts';
import type { RecordingCarrier } from './recording-port.ts';
import { simulatedCarrier } from './simulated/carrier.ts';
import { simulatedRecording } from './simulated/recording.ts';
import { simulatedTextCarrier } from './simulated/text-carrier.ts';
import type { TextCarrier } from './text-port.ts';

type OpenCarrier = (settings: CarrierSettings) => VoiceCarrier;

export const voiceCarriers: Readonly<Record<string, OpenCarrier>> = {
  simulated: simulatedCarrier,
};

type OpenTextCarrier = (settings: CarrierSettings) => TextCarrier;

export const textCarriers: Readonly<Record<string, OpenTextCarrier>> = {
  simulated: simulatedTextCarrier,
};

type OpenRecordingCarrier = (settings: CarrierSettings) => RecordingCarrier;

/** By the name that client.voice_carrier holds: a voice carrier that can also record. */
export const recordingCarriers: Readonly<Record<string, OpenRecordingCarrier>> = {
  simulated: simulatedRecording,
};
