/**
 * Valid requests of the calls whose own rules say more than their schema. What is not here is
 * generated. A sample must succeed, or be refused as a conflict of state (409).
 */
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { calledAt } from './tenancy-contacts.ts';
import type { RecordName, Records } from './tenancy-fixtures.ts';

export interface Sample {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The JSON fields of a form, and its file. */
  form?: Record<string, unknown>;
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> };
  /** Which record stands for an entity in this call: a Linkback campaign, a closed list. */
  use?: Partial<Record<string, RecordName>>;
}

// With a Dynamic caller ID, because another type has no use for a bucket and may ignore it.
const voice = ({ ids }: Records) => ({
  name: 'Another name',
  callerIdTypeId: 3,
  callerIdNumber: '3025550148',
  rciBucketId: ids['caller-id-bucket'],
});
const contacts = { name: 'people.csv', content: 'First,Phone\nAnn,3025550148\n' };
const tone = Int16Array.from({ length: 8000 }, (_, at) => 9000 * Math.sin(at / 3));
const sound = { name: 'tone.wav', content: Uint8Array.from(encodeWav(tone)) };
const step = { messageStepType: 4, value: 'Hello', ttsVoiceId: 1 };
const person = { name: 'Ann Lee', username: 'ann_lee', email: 'ann@example.com' };

export const samples: Record<string, (own: Records) => Sample> = {
  readTogether: () => ({ query: { read: '/api/limits' } }),
  provePassword: ({ password }) => ({ body: { password } }),
  // Without a new password, which nobody sets for a colleague.
  addManager: ({ ids }) => ({ body: { ...person, clientId: ids.client } }),
  editManager: ({ ids }) => ({ body: { ...person, id: ids.manager, clientId: ids.client } }),
  requireSecondFactor: () => ({ body: { required: false } }),
  editPolicyRule: ({ ids }) => ({
    body: {
      ...{ channel: 'any', purpose: null, country: 'US', state: 'TX' },
      ...{ source: 'A contract', sourceDate: '2026-11-20', campaignId: ids.campaign },
      terms: { kind: 'gap', of: 'number', hours: 4 },
    },
  }),
  switchPolicyPreset: () => ({ params: { code: 'texas' }, body: { on: true } }),
  // Another one than the usual: what changes nothing leaves no entry in the audit log.
  setPolicyPurpose: () => ({ body: { purpose: 'collections' } }),
  // Before any clock of a test: consent is not given in the future.
  setCallListConsent: () => ({
    body: { consent: { kind: 'express', source: 'Form', date: '2026-01-05', words: 'Call me' } },
  }),
  confirmListened: () => ({ body: { version: 1, listened: true } }),
  stopClient: () => ({ body: { carrier: null, reason: 'Wrong script' } }),
  // The operator's stop of the client, which is in the fixtures, cannot be lifted.
  liftClientStop: () => ({ body: { carrier: 'simulated', stopNumber: null } }),
  // Nobody is called twice: the second one is refused by the state (409).
  sendPhoneCode: () => ({ body: { phone: '3025550123', channel: 'voice' } }),
  confirmManagerPhone: () => ({ body: { code: '000000' } }),
  requestMessageTest: ({ ids }) => ({
    body: {
      channel: 'voice',
      campaignId: ids.campaign,
      values: 'first',
      callListId: ids['call-list'],
    },
  }),
  addPasskey: () => ({
    body: {
      name: 'Phone',
      passkey: {
        ...{ id: 'aa', rawId: 'aa', type: 'public-key' },
        response: { clientDataJSON: 'aa', attestationObject: 'aa' },
      },
    },
  }),
  editBroadcast: (own) => ({
    body: { ...voice(own), callsPerMinute: 60, followUps: [followUp(own.ids.linkback)] },
  }),
  setAgentsOnDuty: () => ({ use: { campaign: 'linkback' }, body: { agentsOnDuty: 3 } }),
  getLinkback: () => ({ use: { campaign: 'linkback' } }),
  editLinkback: (own) => ({
    use: { campaign: 'linkback' },
    body: {
      ...{ ...voice(own), callRatio: 1, linkbackNumber: '3025550148', agentCount: 2 },
      followUps: [followUp(own.ids.campaign)],
    },
  }),
  getCallRecord: ({ ids }) => ({
    params: { recordId: `${calledAt.getTime()}-${ids['call-list']}-1` },
  }),
  showPerson: () => ({ body: { phone: '3025550198' } }),
  exportPerson: () => ({ body: { phone: '3025550198' } }),
  erasePerson: () => ({ body: { phone: '3025550198', again: '3025550198' } }),
  addDoNotCall: () => ({ body: { phoneRestriction: '3025550199' } }),
  renewCallList: ({ ids }) => ({
    use: { 'call-list': 'closed-list' },
    body: { newCalllistName: 'Again', campaignId: ids.campaign, filterOptionNotCalled: true },
  }),
  getUploadProgress: ({ uploadKey }) => ({ params: { uploadKey } }),
  uploadCallList: ({ ids }) => ({
    form: {
      callListMap: {
        callListName: 'People',
        campaignId: ids.campaign,
        delimiter: ',',
        callListMapList: [
          {
            accountField: { id: 0, value: 'Phone Number' },
            selectedCallListField: [{ fieldColumn: 1, fieldName: 'Phone' }],
          },
        ],
        restriction: { restrictionType: 1 },
      },
      headers: ['First', 'Phone'],
    },
    file: contacts,
  }),
  forecastCampaign: () => ({ body: {} }),
  previewCallList: () => ({ form: { delimiter: ',' }, file: contacts }),
  savedMapping: () => ({ body: ['First', 'Phone'] }),
  editVoiceMessage: ({ ids }) => ({
    form: {
      message: {
        id: ids['voice-message'],
        name: 'Another name',
        messageSteps: [{ ...step, id: ids['voice-message-step'], messageId: ids['voice-message'] }],
      },
    },
  }),
  hearSoundFile: () => ({ file: sound }),
  uploadDoNotCall: () => ({ file: { name: 'numbers.csv', content: '2125550187\n' } }),
  readNumber: ({ marks }) => ({ params: { phone: marks[1] } }),
  readNumberHistory: ({ marks }) => ({
    params: { phone: marks[1] },
    query: { before: '1795000000000000.a1.1' },
  }),
  findPreviewAccount: ({ marks }) => ({ query: { phone: marks[1] } }),
  playSound: ({ soundName }) => ({ params: { fileName: soundName } }),
  recordByPhone: () => ({
    body: { messageStepType: 1, value: 'Greeting', phoneNumber: '3025550148' },
  }),
  editTextMessage: ({ ids }) => ({
    body: { id: ids['text-message'], name: 'Another name', message: 'Hello [first_name]' },
  }),
  editTextCampaign: ({ ids }) => ({
    body: {
      campaignId: ids['text-campaign'],
      name: 'Another name',
      textPerMinute: 10,
      messageTextId: ids['text-message'],
      sendersNumberId: ids['texting-number'],
      originalSendersNumberId: ids['texting-number'],
      followUps: [{ ...followUp(ids.campaign), after: 'no_reply' }],
    },
  }),
  speakStep: ({ ids }) => ({
    body: { ttsFieldId: 1, ttsVoiceId: 1, callListId: ids['call-list'], entryId: 1 },
  }),
  previewVoiceMessage: ({ ids }) => ({ query: { callListId: ids['call-list'], entryId: 1 } }),
};

/** A rule that leads to another campaign. */
const followUp = (campaignId: number) => ({
  ...{ ruleId: 1, after: 'machine', action: 'campaign', campaignId },
  ...{ waitMinutes: 240, otherPart: false, most: 1 },
});
