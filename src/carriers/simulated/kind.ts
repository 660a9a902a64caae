/** The simulated carrier as a kind: always available, under its own name, without settings. */
import { z } from 'zod';
import type { CarrierKind } from '../kind.ts';
import { readCallLog } from './call-log-reader.ts';
import { simulatedCarrier } from './carrier.ts';
import { simulatedRecording } from './recording.ts';
import { simulatedTextCarrier } from './text-carrier.ts';

export const simulatedKind: CarrierKind<object> = {
  channels: ['voice', 'text'],
  settings: z.object({}),
  secrets: [],
  open(_settings, around) {
    const voice = simulatedCarrier(around);
    const recording = simulatedRecording(around);
    const text = simulatedTextCarrier(around);
    return {
      voice,
      recording,
      text,
      detail: () => undefined,
      async close() {
        await Promise.all([voice.close(), recording.close(), text.close()]);
      },
    };
  },
  async test() {
    return [{ state: 'fine', text: 'Simulated: no calls or texts leave this machine.' }];
  },
  records: (_settings, { dataFolder }, since) => readCallLog(dataFolder, since),
};
