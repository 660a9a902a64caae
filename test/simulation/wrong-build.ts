import type { VoiceCarrier } from '../../src/carriers/port.ts';
import type { TextProfile } from '../../src/carriers/simulated/text-profile.ts';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import type { DeadTrunk } from '../harness/trouble/trouble-profile.ts';
import type { TextTroubleProfile } from '../harness/trouble/trouble-text-profile.ts';
import type { TownCampaign } from './town.ts';

/** One mistake, as somebody could make it, and how the simulation says that it caught it. */
export interface Rewrite {
  (sql: string): string;
  /** What no statement has held so far: a build whose mistake is not made proves nothing. */
  unmatched(): string[];
}

/** Each first text becomes the second in every statement. */
export function rewriting(...pairs: readonly (readonly [from: string, to: string])[]): Rewrite {
  const matched = new Set<string>();
  const rewrite = (sql: string) =>
    pairs.reduce((text, [from, to]) => {
      if (text.includes(from)) matched.add(from);
      return text.replaceAll(from, to);
    }, sql);
  const unmatched = () => pairs.map(([from]) => from).filter((from) => !matched.has(from));
  return Object.assign(rewrite, { unmatched });
}

export interface WrongBuild {
  mistake: string;
  /** What the judge must say of it; another violation is no proof. */
  symptom: RegExp;
  /** One that caught it before, tried first. */
  likelySeed?: number;
  /** What its text carrier does, where that is rare otherwise. */
  textTrouble?: TextTroubleProfile;
  /** How people reply to texts, where its mistake shows in rare replies only. */
  textAnswers?: Partial<TextProfile>;
  rewrite?: Rewrite;
  claim?(carrier: VoiceCarrier): NonNullable<EngineDeps['claim']>;
  carrier?(carrier: VoiceCarrier): VoiceCarrier;
  texts?(carrier: TextCarrier): TextCarrier;
  /** Its run begins then, where its mistake shows at few hours only. */
  start?: number;
  /** Its text carrier sends slowly whatever the seed says. */
  slowQueue?: boolean;
  roomForCalls?: NonNullable<EngineDeps['roomForCalls']>;
  /** Of its campaigns, where those of other kinds show nothing. */
  kinds?: readonly TownCampaign['kind'][];
  /** Only a client under the law's 2 seconds calls. */
  guarded?: boolean;
  /** One campaign, fast and long, where a slow or short one shows nothing. */
  oneBusyCampaign?: boolean;
  /** One campaign with few numbers, each of which is followed up at once, again and again. */
  followsOften?: boolean;
  /** Real milliseconds between two urgent lists, where they are rare otherwise. */
  urgentEvery?: number;
  /** When its carrier's trunk is dead, where that is rare otherwise. */
  deadTrunk?(start: number, speed: number): DeadTrunk[];
  /** A do-not-call addition only writes its row. */
  bareOptOut?: boolean;
  /** Results are acknowledged before they are committed. */
  earlyCommit?: boolean;
  /** A tick waits for all that it began, and a statement for any lock. */
  waitsForClients?: boolean;
}
