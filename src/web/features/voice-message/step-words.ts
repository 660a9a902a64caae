import { stepType, ttsMode } from '#contract/voice-message.ts';
import { isSpoken } from '#domain/message-rules.ts';
import { type Icon, PhoneIcon } from '#web/ui/icons.tsx';
import { FieldTokenIcon, FixedTextIcon, SoundFileIcon } from '#web/ui/screen-icons.tsx';
import type { DraftStep } from './draft.ts';

interface StepKind {
  type: number;
  name: string;
  icon: Icon;
}

/** The kinds of steps that can be added, in the order of the buttons. */
export const stepKinds: readonly StepKind[] = [
  { type: stepType.recordedWithPhone, name: 'Phone recording', icon: PhoneIcon },
  { type: stepType.uploadedSoundFile, name: 'Sound file', icon: SoundFileIcon },
  { type: stepType.fixedTts, name: 'Fixed text-to-speech', icon: FixedTextIcon },
  { type: stepType.fieldTts, name: 'Field text-to-speech', icon: FieldTokenIcon },
];

/** The console cannot create one, but another program can; a sound file can replace it. */
const recordedElsewhere: StepKind = {
  type: stepType.recordedOnComputer,
  name: 'Recording',
  icon: SoundFileIcon,
};

export function kindOf(type: number): StepKind | undefined {
  return [...stepKinds, recordedElsewhere].find((kind) => kind.type === type);
}

/** Names by id, of voices or of account fields. */
export type Names = ReadonlyMap<number, string>;

/** The names needed to describe a step. */
export interface StepNames {
  voices: Names;
  fields: Names;
  /** Fields that calls and previews speak masked: Date of Birth, SSN and sensitive ones. */
  masked: ReadonlySet<number>;
}

/** "Field text-to-speech, voice Susan, spell ON" */
export function howSpoken(step: DraftStep, { voices }: StepNames): string {
  const voice = isSpoken(step) && voices.get(step.ttsVoiceId)?.split(',')[0];
  const spelled = isField(step) && step.ttsModeId === ttsMode.spell;
  return [kindOf(step.messageStepType)?.name, voice && `voice ${voice}`, spelled && 'spell ON']
    .filter(Boolean)
    .join(', ');
}

export function isField(step: DraftStep): boolean {
  return step.messageStepType === stepType.fieldTts;
}

export function fieldName(step: DraftStep, { fields }: StepNames): string {
  return fields.get(step.ttsFieldId) ?? 'Unknown field';
}

export function isPhoneRecording(step: DraftStep): boolean {
  return step.messageStepType === stepType.recordedWithPhone;
}
