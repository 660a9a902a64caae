/**
 * What a call's webhooks are named by: the engine that leads it, the leg, and how far it has come.
 * `call/<engine>/<leg>/<what>/<sound>.<round>`; a leg is an attempt's id, or that with `-agent`.
 */

/** What the paths of calls begin with. */
export const callPaths = 'call/';

/** Which instruction of the engine it belongs to, and how often the leg has asked since. */
export interface Step {
  sound: number;
  round: number;
}

export type CallNews = 'status' | 'amd' | 'answer' | 'hold' | 'played' | 'key';

export interface CallPath {
  attemptId: string;
  isAgent: boolean;
  what: CallNews;
  step: Step;
}

/** The engine's name as it stands in a path. */
const named = (engineName: string) => engineName.replace(/[^\w.-]/g, '-');

/** What the paths of all calls of an engine begin with. */
export const pathsOf = (engineName: string) => `${callPaths}${named(engineName)}/`;

export const agentLegOf = (attemptId: string) => `${attemptId}-agent`;

/** What stands in every path of a call, whichever engine leads it. */
export const markOf = (leg: string) => `/${leg}/`;

export const stepPath = (what: CallNews, { sound, round }: Step) => `${what}/${sound}.${round}`;

const path =
  /^call\/[\w.-]+\/(\d+-\d+-\d+)(-agent)?\/(?:(status|amd)|(answer|hold|played|key)\/(\d{1,6})\.(\d{1,4}))$/;

/** Undefined when it is none of a call. */
export function callPathOf(text: string): CallPath | undefined {
  const match = path.exec(text);
  if (!match) return undefined;
  const [, attemptId = '', agent, told, asked, sound = '0', round = '0'] = match;
  return {
    ...{ attemptId, isAgent: agent !== undefined, what: (told ?? asked) as CallNews },
    step: { sound: Number(sound), round: Number(round) },
  };
}
