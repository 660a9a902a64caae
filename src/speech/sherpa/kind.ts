/** Voices in files that the operator lays down, spoken by sherpa-onnx (Piper's and Kokoro's models) here. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { EngineSettings, SpeechKind } from '../kind.ts';
import { sherpaSpeaker } from './sherpa.ts';
import { readVoiceFolder } from './voice-folder.ts';

const settings = z.object({
  folder: z
    .string()
    .refine(isAbsolute, 'The folder must be a whole path.')
    .describe('Folder with voice.json, the files that it names, and SHA256SUMS over all of them'),
});

const folderOf = (engine: EngineSettings) => settings.parse(engine.settings).folder;

export const sherpaKind: SpeechKind = {
  settings,
  secrets: [],
  sendsTo: () => undefined,
  async check(engine) {
    await readVoiceFolder(folderOf(engine));
  },
  open: (engine) => sherpaSpeaker({ name: engine.name, folder: folderOf(engine) }),
  // One process each, with the model in its memory.
  atOnce: 1,
};
