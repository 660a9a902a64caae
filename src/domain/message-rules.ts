/** The rules of a voice message's steps (document 2 section 5), for the server and the console. */
import {
  maxSpokenText,
  stepType,
  type VoiceMessageStepInput,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { voiceById } from './speech/voices.ts';

export interface StepProblem {
  /** Which field of the step: «value», «ttsVoiceId», «ttsFieldId». */
  field: 'value' | 'ttsVoiceId' | 'ttsFieldId';
  message: string;
}

export type StepDraft = Pick<VoiceMessageStepInput, 'messageStepType'> &
  Partial<Pick<VoiceMessageStepInput, 'value' | 'ttsVoiceId' | 'ttsFieldId'>>;

/** Text-to-speech, as against a recording or a sound file. */
export function isSpoken({ messageStepType }: Pick<StepDraft, 'messageStepType'>): boolean {
  return messageStepType === stepType.fixedTts || messageStepType === stepType.fieldTts;
}

/** What is missing in a spoken step; empty when nothing is. */
export function stepProblems(step: StepDraft): StepProblem[] {
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
