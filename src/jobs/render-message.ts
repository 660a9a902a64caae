/** Renders one version of a voice message: speaks its steps and joins them into the preview. */
import type { Reason } from '#contract/reason.ts';
import { stepType, type VoiceMessageStep } from '#contract/voice-message.ts';
import { asClient } from '#db/database.ts';
import type { Jobs } from '#db/job-queue.ts';
import { fieldNames } from '#db/queries/account-field.ts';
import { soundContent } from '#db/queries/sound.ts';
import { guessSpoken } from '#db/queries/spoken-kind.ts';
import {
  beginRendering,
  failRendering,
  finishRendering,
} from '#db/queries/voice-message-rendering.ts';
import { joinSteps, longestMessageSeconds, type StepSound } from '#domain/message-plan.ts';
import { isSpoken } from '#domain/message-rules.ts';
import { SoundFileError } from '#domain/sound/sound-file.ts';
import { telephoneSoundOf } from '#domain/sound/telephone-sound.ts';
import { encodeWav, telephoneRate } from '#domain/sound/wav.ts';
import { readWavFile } from '#domain/sound/wav-file.ts';
import { AwayError, type Speaker, SpeechError, speakerFor } from '#domain/speech/speaker.ts';
import { fallbackVoiceId, isAddedVoice, voiceById } from '#domain/speech/voices.ts';
import { atStep, speechOf } from '#domain/step-speech.ts';
import type { TaskContext } from './deps.ts';

/**
 * Ends as Ready or Error; throws to be retried when neither the text nor the user caused the
 * failure.
 */
export async function renderMessage(
  { db, log, speaker, lastTry }: TaskContext,
  job: Jobs['render-message'],
): Promise<void> {
  const { clientId } = job;
  const begun = await asClient(db, clientId, async (tx) => {
    const steps = await beginRendering(tx, job);
    if (!steps) return undefined;
    await guessSpoken(
      tx,
      clientId,
      steps.map(({ ttsFieldId }) => ttsFieldId),
    );
    return { steps, names: await fieldNames(tx, clientId) };
  });
  if (!begun) return;
  const fail = (reason: Reason) => asClient(db, clientId, (tx) => failRendering(tx, job, reason));
  try {
    const stored = (fileName: string) =>
      asClient(db, clientId, (tx) => soundContent(tx, clientId, fileName));
    const own = speakerFor(speaker, { clientId });
    const studio = { speaker: own, names: begun.names, stored, builtIn: false };
    const sounds = await soundsOf(studio, begun.steps).catch((error: unknown) => {
      if (!(error instanceof AwayError)) throw error;
      log.warn({ ...job, err: error }, 'rendered a voice message with the built-in voice');
      // All of the message, so that no call changes its voice. The next save renders it with its own.
      return soundsOf({ ...studio, builtIn: true }, begun.steps);
    });
    const { plan, preview } = joinSteps(sounds);
    const rendering = {
      plan,
      preview: encodeWav(preview),
      durationMs: Math.round((preview.length * 1000) / telephoneRate),
    };
    await asClient(db, clientId, (tx) => finishRendering(tx, job, rendering));
  } catch (error) {
    if (error instanceof SpeechError) {
      log.info({ ...job, error }, 'could not render a voice message');
      return fail(error.reason);
    }
    if (lastTry) await fail({ code: 'rendering_failed' });
    throw error;
  }
}

type Step = Omit<VoiceMessageStep, 'duration'>;

/** What is needed for the sound of a step. */
interface Studio {
  speaker: Speaker;
  names: ReadonlyMap<number, string>;
  /** A stored recording or sound file; undefined when it is gone. */
  stored: (fileName: string) => Promise<Uint8Array | undefined>;
  /** The built-in voice speaks in the place of those that the operator added. */
  builtIn: boolean;
}

async function soundsOf(studio: Studio, steps: readonly Step[]): Promise<StepSound[]> {
  const sounds: StepSound[] = [];
  let left = longestMessageSeconds * telephoneRate;
  for (const [index, step] of steps.entries()) {
    try {
      const sound = await soundOf(studio, step);
      left -= sound.samples.length;
      if (left < 0) throw new SpeechError({ code: 'message_too_long' });
      sounds.push(sound);
    } catch (error) {
      throw atStep(index + 1, error);
    }
  }
  return sounds;
}

async function soundOf(studio: Studio, step: Step): Promise<StepSound> {
  const { id: stepId, messageStepType, ttsFieldId: fieldId, ttsModeId: modeId } = step;
  if (!isSpoken(step)) {
    return { kind: 'sound', stepId, samples: await storedSound(studio, step.fileName) };
  }
  const replaced = studio.builtIn && isAddedVoice(step.ttsVoiceId) && { replaced: true as const };
  const voice = voiceById(replaced ? fallbackVoiceId : step.ttsVoiceId);
  if (!voice) throw new SpeechError({ code: 'no_such_voice' });
  if (messageStepType === stepType.fixedTts) {
    const samples = await studio.speaker.speak(speechOf(step.value, 1), voice);
    return { kind: 'sound', stepId, text: step.value, ...replaced, samples };
  }
  const name = studio.names.get(fieldId);
  if (name === undefined) throw new SpeechError({ code: 'no_such_field' });
  const samples = await studio.speaker.speak(speechOf(name, modeId), voice);
  return { kind: 'field', stepId, fieldId, voiceId: voice.id, modeId, ...replaced, samples };
}

/** Files are stored as a call plays them; a recording is as loud as the person spoke. */
async function storedSound({ stored }: Studio, fileName: string): Promise<Int16Array> {
  const content = await stored(fileName);
  if (!content) throw new SoundFileError('gone');
  const { samples, sampleRate } = readWavFile(content);
  const sound = telephoneSoundOf(samples, sampleRate);
  if (sound.length === 0) throw new SoundFileError('silent');
  return sound;
}
