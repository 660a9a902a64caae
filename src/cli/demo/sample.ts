/** What the demo client has from its first minute. All numbers are of 555-0100 to 555-0199. */
import type { SampleMessage, SampleStep } from '#db/queries/sample-data.ts';

export const fields = ['Balance', 'Due Date'];

const fixed = (value: string): SampleStep => ({ type: 4, value, fieldId: 0 });
const field = (value: string, fieldId: number): SampleStep => ({ type: 5, value, fieldId });

/**
 * As all of its messages and the texts of its history say it. The messages are about as long as the
 * history's calls had them: a call's story shows how far somebody heard.
 */
export const spokenName = 'Harbor Regional';
/** Agents of the history answer after more than two seconds; with these its Linkbacks stay under 3 %. */
export const abandonment = { waitSeconds: 20, hangUps: false } as const;

const opening = `This is ${spokenName}. To get no more calls, press nine.`;
const callBack = '8 0 0, 5 5 5, 0 1 0 0';

const voiceId = 1;

/** First Name is field 1, custom fields begin at 12 (document 2 section 3). */
export const messages: SampleMessage[] = [
  {
    name: 'Payment reminder',
    voiceId,
    steps: [
      fixed(`${opening} Hello`),
      field('First Name', 1),
      fixed('Your balance is'),
      field('Balance', 12),
      fixed(`Call us at ${callBack}.`),
    ],
  },
  {
    name: 'Answering machine',
    voiceId,
    steps: [
      fixed(
        `Hello. This is ${spokenName}. Please call us back, toll free, at ${callBack}. Thank you.`,
      ),
    ],
  },
  {
    name: 'Invitation to talk',
    voiceId,
    steps: [
      fixed(`${opening} Hello`),
      field('First Name', 1),
      fixed(`Press one to talk to us, or call ${callBack}.`),
    ],
  },
  {
    name: 'For the agent',
    voiceId,
    steps: [fixed(`A customer of ${spokenName} is on the line.`)],
  },
];

export const textMessage = {
  name: 'Payment reminder',
  message: `${spokenName}: hello [first_name], your account [file_number] is due. Reply STOP to end these texts.`,
};

export const bucket = {
  name: 'Main office',
  phones: ['12125550190', '16175550191', '13125550192', '13055550193', '14155550194'],
};

export const textingNumbers = ['12125550195', '13125550196'];
/** Registered ones, as most senders of campaigns have. */
export const textingPace = { kind: '10dlc', segmentsPerSecond: 10 } as const;
