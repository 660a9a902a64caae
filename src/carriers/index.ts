/** The registry: one line a kind of carrier. */
import type { CarrierKind } from './kind.ts';
import type { CarrierSettings, VoiceCarrier } from './port.ts';
import type { RecordingCarrier } from './recording-port.ts';
import { simulatedCarrier } from './simulated/carrier.ts';
import { simulatedKind } from './simulated/kind.ts';
import { simulatedRecording } from './simulated/recording.ts';
import { simulatedTextCarrier } from './simulated/text-carrier.ts';
import type { TextCarrier } from './text-port.ts';

/** By the word that `carillon carrier add` takes; the settings are checked by each kind's own schema. */
export const carrierKinds: Readonly<Record<string, CarrierKind<unknown>>> = {
  simulated: simulatedKind,
};

type OpenVoiceCarrier = (settings: CarrierSettings) => VoiceCarrier;

export const voiceCarriers: Readonly<Record<string, OpenVoiceCarrier>> = {
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
