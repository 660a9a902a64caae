/** The checks of a voice message on its time line. */
import type { MessageRole } from '#contract/lint-rule.ts';
import { spokenBracketFaults } from './bracket-lint.ts';
import { type Fault, type FaultOf, isOnlyNote, type Place } from './fault.ts';
import { type Heard, numbersIn, offerBegins } from './heard.ts';
import { certainOffers, keyOffers, offersOfAnyKey } from './key-offers.ts';
import { isForOther } from './key-purpose.ts';
import { isFindable, nameIn } from './names.ts';
import { longestSeconds, nameWithin, shortestSeconds, stopWithin } from './rules.ts';
import { type HeardStep, type HeardWord, type TimeLine, timeLineOf } from './time-line.ts';

export interface VoiceUse {
  role: MessageRole;
  /** Of the campaign: 'linkback' connects those who press 1; undefined: not known. */
  campaign: 'broadcast' | 'linkback' | undefined;
  /** How the client names itself; null: who calls is not checked. */
  spokenName: string | null;
  /** Somebody listened to this version and confirmed what its recordings say. */
  confirmed: boolean;
}

/** The faults of a message in one use of it, in the order of the rules. */
export function voiceFaults(steps: readonly HeardStep[], use: VoiceUse): Fault[] {
  const line = timeLineOf(steps);
  const said = use.role === 'agent' ? [] : saidFaults(line, use);
  const shown = [
    ...otherNineFaults(line, use),
    ...pressOneFaults(line, use),
    ...lengthFaults(line),
  ];
  return [...said, ...shown, ...spokenBracketFaults(steps)];
}

/**
 * What a message must say. In recordings nobody can read it: then it may be there, and a note asks
 * that somebody listens.
 */
function saidFaults(line: TimeLine, use: VoiceUse): Fault[] {
  const faults = use.role === 'machine' ? machineFaults(line, use) : customerFaults(line, use);
  if (line.unread === 0) return faults;
  // A recording may say what the text does not, or earlier.
  const mayBeRecorded = faults.filter(
    (fault) => fault.rule !== 'voice_machine_toll_free' && !isOnlyNote(fault),
  );
  if (use.confirmed) return [];
  if (mayBeRecorded.length === 0) return faults.filter(isOnlyNote);
  const first = line.steps.findIndex(({ kind }) => kind === 'sound') + 1;
  return [{ rule: 'voice_unheard', place: { step: first }, steps: line.unread }];
}

function customerFaults(line: TimeLine, use: VoiceUse): Fault[] {
  const named = nameFaults(line, use);
  const faults = [...named.faults, ...stopFaults(line, named.name)];
  if (numbersIn(line.words).length === 0) faults.push({ rule: 'voice_number', place: endOf(line) });
  return faults;
}

function machineFaults(line: TimeLine, use: VoiceUse): Fault[] {
  const { faults } = nameFaults(line, use);
  const numbers = numbersIn(line.words);
  const [first] = numbers;
  if (!first) return [...faults, { rule: 'voice_machine_number', place: endOf(line) }];
  // The value of a field is not known here.
  const known = numbers.every(({ digits }) => digits !== '');
  if (known && !numbers.some(({ tollFree }) => tollFree)) {
    const place = placeOf(first.first);
    return [...faults, { rule: 'voice_machine_toll_free', place, number: first.digits }];
  }
  return faults;
}

function nameFaults(line: TimeLine, { spokenName }: VoiceUse): { faults: Fault[]; name?: Heard } {
  if (spokenName === null) return { faults: [] };
  const rule = 'voice_name';
  if (!isFindable(spokenName)) {
    return { faults: [{ rule, place: {}, kind: 'unchecked', name: spokenName }] };
  }
  const name = nameIn(line.words, spokenName);
  if (!name) {
    const place = { step: 1, seconds: 0 };
    return { faults: [{ rule, place, kind: 'missing', name: spokenName }] };
  }
  if (name.first.from <= nameWithin) return { faults: [], name };
  const place = placeOf(name.first);
  return { faults: [{ rule, place, kind: 'late', name: spokenName }], name };
}

function stopFaults({ words, ...line }: TimeLine, name: Heard | undefined): Fault[] {
  const offers = keyOffers(words, '9').filter((offer) => !isForOther(words, offer));
  const [first] = offers;
  const rule = 'voice_stop';
  if (!first) return [{ rule, place: endOf(line), kind: 'missing' }];
  if (!name) return [];
  const after = offers
    .map((offer) => ({ offer, begins: offerBegins(words, offer) }))
    .find(({ offer }) => offer.last.from >= name.last.to);
  if (!after) return [{ rule, place: placeOf(first.first), kind: 'before' }];
  const seconds = after.begins.from - name.last.to;
  if (seconds <= stopWithin) return [];
  return [{ rule, place: placeOf(after.begins), kind: 'late', after: seconds }];
}

/** 9 ends all calls to the number, whatever it is promised for. */
function otherNineFaults({ words }: TimeLine, { role }: VoiceUse): Fault[] {
  if (role === 'agent') return [];
  const offer = certainOffers(words, '9').find((one) => isForOther(words, one));
  return offer ? [{ rule: 'voice_stop', place: placeOf(offer.first), kind: 'other' }] : [];
}

function pressOneFaults({ words }: TimeLine, { campaign, role }: VoiceUse): Fault[] {
  if (campaign !== 'broadcast' || role === 'agent') return [];
  const rule = 'voice_press_one';
  const [offer] = certainOffers(words, '1');
  if (offer) return [{ rule, place: placeOf(offer.first), kind: 'one' }];
  const [any] = offersOfAnyKey(words);
  return any ? [{ rule, place: placeOf(any.first), kind: 'any' }] : [];
}

function lengthFaults({ seconds }: TimeLine): Fault[] {
  const rule = 'voice_length';
  if (seconds > longestSeconds) return [{ rule, place: { seconds }, kind: 'long', seconds }];
  if (seconds < shortestSeconds) return [{ rule, place: { seconds }, kind: 'short', seconds }];
  return [];
}

/** To the millisecond: they were added up. */
const placeOf = ({ step, from }: HeardWord) => ({
  step,
  seconds: Math.round(from * 1_000) / 1_000,
});

/** Where something is missing that may stand anywhere. */
function endOf({ steps, seconds }: Pick<TimeLine, 'steps' | 'seconds'>) {
  return { step: steps.length, seconds };
}

/** Steps whose values the built-in voice speaks, because their own was removed. */
export function removedVoiceFaults(steps: readonly HeardStep[]): Fault[] {
  const faults: Fault[] = [];
  let seconds = 0;
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'field' && step.voiceRemoved) {
      faults.push({ rule: 'voice_removed', place: { step: index + 1, seconds } });
    }
    seconds += step.seconds;
  }
  return faults;
}

/** What was counted over the values of a list, by the field's name. */
export interface FieldCounts {
  /** Numbers of the list. */
  of: number;
  /** Numbers of which nothing is spoken. */
  blank: ReadonlyMap<string, number>;
  /** Numbers whose sealed value was not opened. */
  unread: ReadonlyMap<string, number>;
  /** Numbers whose value the voices cannot speak, and those whose value was not tried. */
  unspoken: ReadonlyMap<string, { numbers: number; untried: number }>;
}

/** Fields that are blank for some numbers of a list, or that the voices cannot speak. */
export function blankFaults(steps: readonly HeardStep[], counts: FieldCounts): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  let seconds = 0;
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'field' && !seen.has(step.field)) {
      seen.add(step.field);
      const place = { step: index + 1, seconds };
      faults.push(...faultsOf(step.field, place, counts));
    }
    seconds += step.seconds;
  }
  return faults;
}

function faultsOf(field: string, place: Place, counts: FieldCounts): FaultOf<'voice_blank'>[] {
  const { of } = counts;
  const [blank, unread] = [counts.blank.get(field) ?? 0, counts.unread.get(field) ?? 0];
  const { numbers, untried } = counts.unspoken.get(field) ?? { numbers: 0, untried: 0 };
  const fact = { rule: 'voice_blank', place, field, of } as const;
  const faults: FaultOf<'voice_blank'>[] = [];
  if (blank > 0) faults.push({ ...fact, kind: 'blank', blank, unread });
  else if (unread > 0) faults.push({ ...fact, kind: 'unchecked', blank, unread });
  if (numbers > 0) faults.push({ ...fact, kind: 'unspoken', blank: numbers, unread: untried });
  return faults;
}
