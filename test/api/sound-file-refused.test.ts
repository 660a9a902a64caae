/** Sound files and steps that a save does not take (document 2 sections 5 and 7). */
/** Sound files and steps that a save does not take. */

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { VoiceMessage } from '../../src/contract/voice-message.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { wavFile } from '../sound-files/wav-files.ts';
import {
  type File,
  fixed,
  garbage,
  lasting,
  notSound,
  sample,
  soundFileWorld,
  soundStep,
} from './sound-file-world.ts';

const { api, manager, save, storedNames } = await soundFileWorld();

test.each<[string, object[], Record<string, File>, number, string, string]>([
  ['text under an audio name', [soundStep()], { fileSelect1: garbage }, 422, 'bad_file', notSound],
  [
    'a second file that is not audio',
    [soundStep(), soundStep()],
    { fileSelect1: lasting(1), fileSelect2: garbage },
    422,
    'bad_file',
    notSound,
  ],
  [
    'more than 5 minutes',
    [soundStep()],
    { fileSelect1: lasting(301) },
    422,
    'bad_file',
    reasonSentence({ code: 'sound_too_long' }),
  ],
  [
    'silence',
    [soundStep()],
    { fileSelect1: [wavFile({ kind: 1, bits: 16 }, Buffer.alloc(9000)), 'quiet.wav'] },
    422,
    'bad_file',
    reasonSentence({ code: 'sound_silent' }),
  ],
  [
    'a name that is none of a sound file',
    [soundStep()],
    { fileSelect1: [lasting(1)[0], 'greeting.txt'] },
    422,
    'bad_file',
    'Only .mp3, .mp4, .wav and .m4a files are accepted.',
  ],
  [
    'a file that ends before its sound does',
    [soundStep()],
    { fileSelect1: [sample('greeting.wav')[0].subarray(0, 9000), 'greeting.wav'] },
    422,
    'bad_file',
    reasonSentence({ code: 'sound_cut_off' }),
  ],
  [
    'a new step without its file',
    [soundStep(), soundStep()],
    { fileSelect1: lasting(1) },
    422,
    'rule_broken',
    'A sound file is required.',
  ],
  [
    'a step that never had a file',
    [soundStep({ isDirty: false })],
    {},
    422,
    'rule_broken',
    'A sound file is required.',
  ],
  [
    'a file without a step',
    [fixed],
    { fileSelect1: lasting(1) },
    422,
    'rule_broken',
    'There are more sound files than new sound steps.',
  ],
  [
    'a file name that was never stored',
    [soundStep({ isDirty: false, fileName: 'file-1.wav' })],
    {},
    422,
    'rule_broken',
    'This sound file no longer exists. Choose it again.',
  ],
  [
    'a recording that was never made',
    [{ messageStepType: 1, value: 'Mine', fileName: 'recording-1.wav' }],
    {},
    422,
    'rule_broken',
    'There is no such recording. Record it again.',
  ],
  [
    'a recording step without a recording',
    [{ messageStepType: 1, value: 'Mine' }],
    {},
    422,
    'rule_broken',
    'A recording is required.',
  ],
  [
    'a recording without a name',
    [{ messageStepType: 2, value: ' ', fileName: 'x' }],
    {},
    422,
    'rule_broken',
    'A name for the recording is required.',
  ],
])('%s is refused at the save, and nothing is kept', async (_, steps, files, ...wanted) => {
  const messages = (await manager.get('/api/message')).json<VoiceMessage[]>().length;
  const sounds = await storedNames();
  const response = await save(steps, files);
  const { code, detail } = response.json<ProblemBody>();
  expect([response.status, code, detail]).toEqual(wanted);
  expect((await manager.get('/api/message')).json<VoiceMessage[]>()).toHaveLength(messages);
  expect(await storedNames()).toEqual(sounds);
  expect(readdirSync(api.deps.spoolFolder)).toEqual([]);
});

test('a refusal of a file names the file', async () => {
  const files = { fileSelect1: lasting(1), fileSelect2: garbage };
  const response = await save([soundStep(), soundStep()], files);
  expect(response.json<ProblemBody>().errors).toEqual([{ path: 'fileSelect2', message: notSound }]);
});

test('files of more than 15 minutes together are refused', async () => {
  const files = Object.fromEntries([1, 2, 3, 4].map((n) => [`fileSelect${n}`, lasting(290)]));
  const response = await save(
    Object.keys(files).map(() => soundStep()),
    files,
  );
  expect([response.status, response.json<ProblemBody>().detail]).toEqual([
    422,
    'A message can be at most 15 minutes long.',
  ]);
});

test('a file over 120 MiB is refused with 413, and so are several that are over it together', async () => {
  const half: File = [Buffer.alloc(61 * 1024 * 1024), 'half.wav'];
  const one = await save([soundStep()], {
    fileSelect1: [Buffer.alloc(130 * 1024 * 1024), 'large.wav'],
  });
  const together = await save([soundStep(), soundStep()], { fileSelect1: half, fileSelect2: half });
  for (const response of [one, together]) {
    expect([response.status, response.json<ProblemBody>().detail]).toEqual([
      413,
      'The file is over the limit of 120 MiB.',
    ]);
  }
  expect(readdirSync(api.deps.spoolFolder)).toEqual([]);
});

test('a step without a kind or of an unknown one is refused, and so is an action on no message', async () => {
  for (const messageStepType of [undefined, 0, 6]) {
    expect((await save([{ ...fixed, messageStepType }], {})).status).toBe(422);
  }
  expect((await save([fixed], {}, 999_999)).status).toBe(404);
  expect((await manager.post('/api/message/999999/delete/')).status).toBe(404);
});
