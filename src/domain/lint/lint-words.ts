/** The only module that turns a fault into sentences: what is wrong, where, and what mends it. */
import type { LintLevel, LintRule } from '#contract/lint-rule.ts';
import { hiddenName, isSpace } from '../hidden-signs.ts';
import { counted } from '../plural.ts';
import { fallbackVoiceName } from '../speech/voices.ts';
import type { Fault, FaultOf, Place } from './fault.ts';
import {
  longestSeconds,
  longestSilence,
  longestStart,
  mostSegments,
  nameWithin,
  stopWithin,
} from './rules.ts';

type Words = readonly [sentence: string, cure: string];

const tenths = (seconds: number) => seconds.toFixed(1);
const whole = new Intl.NumberFormat('en-US');
const ofList = (some: number, of: number, noun = 'number') =>
  `${whole.format(some)} of ${whole.format(of)} ${noun}s`;
const segmentsIn = (count: number) => counted(count, 'segment');

const unchecked = (what: string, name: string) =>
  `It cannot be checked whether the message says ${what}: "${name}" is not in Latin letters.`;

const byRule: { [R in LintRule]: (fault: FaultOf<R>) => Words } = {
  voice_name: ({ kind, name }) => {
    if (kind === 'unchecked') return [unchecked('who calls', name), 'Listen to the message.'];
    return [
      kind === 'missing'
        ? `The message does not say who calls: "${name}" is not in it.`
        : `"${name}" comes later than ${nameWithin} seconds after the beginning.`,
      `Say "${name}" in the first sentence.`,
    ];
  },
  voice_stop: ({ kind, after = 0 }) => {
    if (kind === 'other') {
      return [
        'The message offers 9 for something else, but 9 ends all calls to the number.',
        'Offer 9 for nothing but to stop these calls.',
      ];
    }
    return [
      kind === 'missing'
        ? 'The message does not offer 9, which ends all calls to the number.'
        : kind === 'before'
          ? '9 is offered only before the message says who calls.'
          : `9 is offered ${tenths(after)} seconds after the name, later than ${stopWithin} seconds.`,
      'Right after the name, say: "To stop these calls, press 9."',
    ];
  },
  voice_number: () => [
    'The message says no number to call back.',
    'Say the number at which you can be reached.',
  ],
  voice_machine_number: () => [
    "The machine's message says no number to call back.",
    'Say the number at which you can be reached: a machine cannot press 9.',
  ],
  voice_machine_toll_free: ({ number }) => [
    `The number in the machine's message, ${number}, is not toll-free.`,
    'Say a toll-free number at which calls can be stopped.',
  ],
  voice_press_one: ({ kind }) =>
    kind === 'any'
      ? [
          'The message promises something to those who press any key, but in this campaign no key is answered except 9, which ends all calls to the number.',
          'Take "any key" out of the message.',
        ]
      : [
          'The message promises something to those who press 1, but this campaign is no Linkback: nothing answers the key.',
          'Take press 1 out of the message, or use the message in a Linkback campaign.',
        ],
  voice_length: ({ kind, seconds }) =>
    kind === 'long'
      ? [
          `The message takes ${Math.round(seconds)} seconds, more than ${longestSeconds}.`,
          'Shorten it: most people hang up before its end.',
        ]
      : [
          `The message takes only ${tenths(seconds)} seconds.`,
          'Check that all of its steps are there.',
        ],
  voice_level: ({ decibels }) => [
    `This step is too quiet: ${decibels} dB.`,
    'Record it closer to the microphone, or raise its level.',
  ],
  voice_silence: ({ kind, seconds }) =>
    kind === 'start'
      ? [
          `The message begins with ${tenths(seconds)} seconds of silence, more than ${longestStart}.`,
          'Cut the beginning: people hang up when nobody speaks.',
        ]
      : [
          `Nothing is heard for ${tenths(seconds)} seconds, more than ${longestSilence}.`,
          'Cut the silence out of the recording.',
        ],
  voice_clipping: () => [
    'This step is clipped: its loudest parts are cut off and sound harsh.',
    'Record it again with less gain.',
  ],
  voice_removed: () => [
    `The voice of this step was removed: calls speak its values in the built-in voice ${fallbackVoiceName}.`,
    'Choose another voice.',
  ],
  voice_blank: ({ kind, field, blank, unread, of }) => {
    const sealed = `its values are sealed, and those of ${whole.format(unread)} were not opened.`;
    if (kind === 'unchecked') {
      return [
        `${field} is blank for no number that was checked of ${whole.format(of)}: ${sealed}`,
        'Hear the message with accounts of the list.',
      ];
    }
    const some = ofList(blank, of);
    if (kind === 'unspoken') {
      return [
        `${field} cannot be spoken for ${unread === 0 ? '' : 'at least '}${some}, who hear nothing in its place: the voices do not know letters of its values.`,
        'Word the steps around it so that they hold without it, or write the values in Latin letters.',
      ];
    }
    return [
      unread === 0
        ? `${field} is blank for ${some}: they hear nothing in its place.`
        : `${field} is blank for at least ${some}, who hear nothing in its place: ${sealed}`,
      'Word the steps around it so that they hold without it, or complete the list.',
    ];
  },
  voice_unheard: ({ steps }) => [
    steps === 1
      ? 'This step is a recording. Whether the message says who calls, a number to call back, and 9 cannot be read from it.'
      : `${steps} steps are recordings. Whether the message says who calls, a number to call back, and 9 cannot be read from them.`,
    'Listen to the message, and confirm in its editor that it says all three.',
  ],
  voice_bracket: ({ written }) => [
    `"${written}" is spoken as it is written: brackets fill in nothing in a voice message.`,
    'Take it out, and add a step that speaks the account field.',
  ],
  text_name: ({ kind, name }) =>
    kind === 'unchecked'
      ? [unchecked('who sends it', name), 'Read the text.']
      : [
          `The text does not say who sends it: "${name}" is not in it.`,
          `Write "${name}" into the text.`,
        ],
  text_stop: () => [
    'The text does not say how to stop texts.',
    'Add "Reply STOP to stop" to the text.',
  ],
  text_link: ({ link }) => [
    `The link ${link} is shortened by a public service. Carriers block such texts.`,
    'Write the whole address, of a domain of your own.',
  ],
  text_ucs2: (fault) => {
    if (fault.kind === 'values') {
      return [
        `Values of the list that hold signs outside GSM-7 make the text UCS-2 for ${ofList(fault.numbers, fault.of)}.`,
        'Nothing needs to be done. Such texts take more segments.',
      ];
    }
    const { sign, segments, without } = fault;
    const cost =
      segments === without
        ? `It takes ${segmentsIn(segments)} either way.`
        : `It takes ${segmentsIn(segments)} instead of ${without}.`;
    const hidden = hiddenName(sign);
    if (hidden !== undefined) {
      const name = hidden[0]?.toUpperCase() + hidden.slice(1);
      return [
        `${name}, which nobody sees, makes the text UCS-2. ${cost}`,
        isSpace(sign) ? 'Write a plain space instead.' : `Take ${hidden} out.`,
      ];
    }
    return [
      `"${sign}" makes the text UCS-2. ${cost}`,
      `Write another sign for "${sign}", such as a straight quotation mark, a hyphen or a plain letter.`,
    ];
  },
  text_segments: ({ most, numbers, of }) => [
    `For ${ofList(numbers, of)} the text takes more than ${mostSegments} segments, at most ${most}.`,
    'Shorten the text. Each segment is paid for.',
  ],
  text_blank: ({ token, blank, of }) => [
    `${token} is blank for ${ofList(blank, of)}: they read nothing in its place.`,
    'Word the text so that it holds without it, or complete the list.',
  ],
  text_bracket: ({ written, token }) => [
    written.toLowerCase().includes(token)
      ? `"${written}" sends a bracket beside the value.`
      : `"${written}" is sent as it is written, because it is not ${token}.`,
    `Write ${token}.`,
  ],
};

/** What is wrong, and what mends it. */
export function faultWords(fault: Fault): { sentence: string; cure: string } {
  const words = byRule[fault.rule] as (some: Fault) => Words;
  const [sentence, cure] = words(fault);
  return { sentence, cure };
}

/** "Step 2, at 0:04", "Character 12"; of a whole message "The message". */
export function placeWords({ step, seconds, character }: Place): string {
  if (character !== undefined) return `Character ${character}`;
  const at = seconds === undefined ? undefined : clock(seconds);
  if (step !== undefined) return at === undefined ? `Step ${step}` : `Step ${step}, at ${at}`;
  return at === undefined ? 'The message' : `At ${at}`;
}

function clock(seconds: number): string {
  const all = Math.floor(seconds);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
}

export const levelWords: Record<LintLevel, string> = {
  note: 'Note',
  warn: 'Warning',
  block: 'Blocks the start',
};
