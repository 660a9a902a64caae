/**
 * A call's webhooks are named by the engine that owns it, the leg, and how far it has come.
 * `call/<engine>/<leg>/<what>/<sound>.<round>`; a leg is an attempt's id, or that with `-agent`.
 */

/** Prefix of the paths of calls. */
export const callPaths = 'call/';

/** The engine's instruction that it belongs to, and how often the leg has asked since. */
export interface Step {
  sound: number;
  round: number;
}

export type WebhookKind = 'status' | 'amd' | 'answer' | 'hold' | 'played' | 'key';

export interface CallPath {
  attemptId: string;
  isAgent: boolean;
  what: WebhookKind;
  step: Step;
}

/** The engine's name as part of a path. */
const named = (engineName: string) => engineName.replace(/[^\w.-]/g, '-');

/** Prefix of the paths of all calls of an engine. */
export const pathsOf = (engineName: string) => `${callPaths}${named(engineName)}/`;

export const agentLegOf = (attemptId: string) => `${attemptId}-agent`;

/** Part of every path of a call, whichever engine owns it. */
export const markOf = (leg: string) => `/${leg}/`;

export const stepPath = (what: WebhookKind, { sound, round }: Step) => `${what}/${sound}.${round}`;

const path =
  /^call\/[\w.-]+\/(\d+-\d+-\d+)(-agent)?\/(?:(status|amd)|(answer|hold|played|key)\/(\d{1,6})\.(\d{1,4}))$/;

/** Undefined when it is not a call's. */
export function callPathOf(text: string): CallPath | undefined {
  const match = path.exec(text);
  if (!match) return undefined;
  const [, attemptId = '', agent, reported, asked, sound = '0', round = '0'] = match;
  return {
    ...{ attemptId, isAgent: agent !== undefined, what: (reported ?? asked) as WebhookKind },
    step: { sound: Number(sound), round: Number(round) },
  };
}
