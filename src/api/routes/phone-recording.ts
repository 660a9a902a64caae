import { randomUUID } from 'node:crypto';
import { ruleBroken } from '#contract/errors.ts';
import { getRecordingStatus, noRecording, recordingTexts } from '#contract/message-recording.ts';
import {
  recordByPhone,
  stepType,
  ttsMode,
  type VoiceMessageStep,
  type VoiceMessageStepInput,
} from '#contract/voice-message.ts';
import { asClient, type Tx } from '#db/database.ts';
import { readCountries } from '#db/queries/client.ts';
import * as recordings from '#db/queries/phone-recording.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import { readRecordingNumber } from '#domain/recording-number.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerPhoneRecordingRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, recordByPhone, async ({ session: { clientId, managerId }, body, once }) => {
    if (body.messageStepType !== stepType.recordedWithPhone) {
      throw ruleBroken('messageStepType', recordingTexts.onlyPhone);
    }
    const countries = await asClient(db, clientId, (tx) => readCountries(tx, clientId));
    const read = readRecordingNumber(String(body.phoneNumber ?? ''), countries);
    if ('problem' in read) throw ruleBroken('phoneNumber', read.problem);
    const { phone } = read;
    const step = stepOf(body, `recording-${randomUUID()}.wav`);
    const request = async (tx: Tx) => {
      await recordings.refuseOthersStep(tx, clientId, body);
      // No calling hours: the manager asked for the call a moment ago. The do-not-call list applies
      // all the same, because a mistyped number may belong to a person who opted out.
      if (await recordings.isOnDoNotCallList(tx, clientId, phone)) {
        throw ruleBroken('phoneNumber', recordingTexts.doNotCall);
      }
      const { value: name, fileName } = step;
      await recordings.requestRecording(tx, { clientId, managerId, phone, name, fileName });
      return step;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => request(tx)));
  });

  route(app, getRecordingStatus, async ({ session: { clientId, managerId } }) => {
    const newest = await asClient(db, clientId, (tx) =>
      recordings.newestRecording(tx, clientId, managerId),
    );
    const reasonCode = newest?.reason ?? null;
    const reason = reasonOrNull(reasonCode);
    return { ...(newest?.status ?? noRecording), reason, reasonCode };
  });
}

/** The step as it came, with the name under which the sound will be stored. */
function stepOf(input: VoiceMessageStepInput, fileName: string): VoiceMessageStep {
  return {
    id: input.id,
    messageId: input.messageId,
    messageStepType: stepType.recordedWithPhone,
    stepOrder: input.stepOrder,
    value: input.value.trim(),
    ttsVoiceId: 0,
    fileName,
    ttsModeId: ttsMode.normal,
    ttsFieldId: 0,
    clientsFileName: '',
    duration: null,
  };
}
