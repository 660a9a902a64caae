import type { VoiceMessageStep } from '#contract/voice-message.ts';
import { type FieldsOf, number, text } from '../field-map.ts';

/** The fields of a step, each once (db/field-map.ts). */
export const stepFields = {
  messageStepType: number('step_type'),
  stepOrder: number('step_order'),
  value: text('value'),
  ttsVoiceId: number('tts_voice_id'),
  ttsModeId: number('tts_mode_id'),
  ttsFieldId: number('tts_field_id'),
  fileName: text('file_name'),
  clientsFileName: text('clients_file_name'),
} satisfies FieldsOf<VoiceMessageStep, 'id' | 'messageId' | 'duration'>;
