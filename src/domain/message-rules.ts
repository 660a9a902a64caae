/** The rules of a voice message's steps (document 2 section 5), for the server and the console. */
import {
  maxSpokenText,
  stepType,
  type VoiceMessageStepInput,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { voiceById } from './speech/voices.ts';

export interface StepProblem {
  field: 'value' | 'ttsVoiceId' | 'ttsFieldId' | 'fileName';
  message: string;
}

export type StepDraft = Pick<VoiceMessageStepInput, 'messageStepType'> &
  Partial<
    Pick<VoiceMessageStepInput, 'value' | 'ttsVoiceId' | 'ttsFieldId' | 'fileName' | 'isDirty'>
  >;

/** Text-to-speech, as against a recording or a sound file. */
export function isSpoken({ messageStepType }: Pick<StepDraft, 'messageStepType'>): boolean {
  return messageStepType === stepType.fixedTts || messageStepType === stepType.fieldTts;
}

/** An uploaded sound file that is new or replaced: the file comes with the form. */
export function bringsFile({
  messageStepType,
  isDirty,
}: Pick<StepDraft, 'messageStepType' | 'isDirty'>): boolean {
  return messageStepType === stepType.uploadedSoundFile && isDirty === true;
}

/** What is missing in a step; empty when it is complete. */
export function stepProblems(step: StepDraft): StepProblem[] {
  return isSpoken(step) ? spokenProblems(step) : soundProblems(step);
}

/** The step cannot be saved with its voice. */
export function removedVoiceSentence(step: number): string {
  return `Step ${step}: its voice was removed. Choose another one.`;
}

function soundProblems(step: StepDraft): StepProblem[] {
  const { fileRequired, recordingRequired, recordingNameRequired } = voiceMessageTexts;
  const isFile = step.messageStepType === stepType.uploadedSoundFile;
  const problems: StepProblem[] = [];
  if (!isFile && (step.value ?? '').trim() === '') {
    problems.push({ field: 'value', message: recordingNameRequired });
  }
  if (!step.fileName && !bringsFile(step)) {
    problems.push({ field: 'fileName', message: isFile ? fileRequired : recordingRequired });
  }
  return problems;
}

function spokenProblems(step: StepDraft): StepProblem[] {
  const problems: StepProblem[] = [];
  const value = step.value ?? '';
  if (step.messageStepType === stepType.fixedTts) {
    if (value.trim() === '') {
      problems.push({ field: 'value', message: voiceMessageTexts.textRequired });
    }
    if (value.length > maxSpokenText) {
      problems.push({ field: 'value', message: voiceMessageTexts.textTooLong });
    }
  }
  if (step.messageStepType === stepType.fieldTts && !step.ttsFieldId) {
    problems.push({ field: 'ttsFieldId', message: voiceMessageTexts.fieldRequired });
  }
  if (!voiceById(step.ttsVoiceId)) {
    problems.push({
      field: 'ttsVoiceId',
      message: step.ttsVoiceId ? voiceMessageTexts.noSuchVoice : voiceMessageTexts.voiceRequired,
    });
  }
  return problems;
}
