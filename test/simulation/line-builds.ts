/** Builds that are wrong about agents who wait on the line; see wrong-builds.ts. */
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { isWaitingAgentId } from '../../src/engine/voice/waiting-agent-id.ts';
import type { WrongBuild } from './wrong-build.ts';

/** In the afternoon everywhere, so that nobody waits for calling hours. */
const afternoon = Date.UTC(2026, 5, 10, 19);
const guarded = { guarded: true, start: afternoon } as const;

export const lineBuilds: Readonly<Record<string, WrongBuild>> = {
  'line-given-twice': {
    mistake: "gives an agent's line that talks already to the next customer, too",
    symptom: /^the agent's line .* is given to .* and to /,
    ...guarded,
    likelySeed: 2,
    carrier: (carrier) => givingTwice(carrier),
  },
  'left-agents-kept': {
    mistake: 'does not notice that an agent who waited has hung up',
    symptom: /the line .*, which is known to have ended$/,
    ...guarded,
    likelySeed: 2,
    carrier: (carrier) => ({
      ...carrier,
      events: (reader) => carrier.events(reader).filter((event) => !isLeaving(carrier, event)),
    }),
  },
  'agents-never-let-go': {
    mistake: 'forgets agents whom nobody needs instead of hanging up',
    symptom: /^a living engine forgot the agent's line|^an agent is left on the line/,
    ...guarded,
    likelySeed: 2,
    carrier: (carrier) => ({
      ...carrier,
      waitingAgents: { ...carrier.waitingAgents, hangUp() {} },
    }),
  },
  'more-agents-than-there-are': {
    mistake: 'calls each agent twice',
    symptom: /agents' lines of \d+ with \d+ agents on duty/,
    ...guarded,
    likelySeed: 2,
    carrier: (carrier) => ({
      ...carrier,
      waitingAgents: {
        ...carrier.waitingAgents,
        call(id, request, at) {
          carrier.waitingAgents.call(id, request, at);
          carrier.waitingAgents.call(`${id}1`, request, at);
        },
      },
    }),
  },
};

function givingTwice(carrier: VoiceCarrier): VoiceCarrier {
  let newest: string | undefined;
  return {
    ...carrier,
    waitingAgents: {
      ...carrier.waitingAgents,
      connect(attemptId, agentId, at) {
        carrier.waitingAgents.connect(attemptId, newest ?? agentId, at);
        newest ??= agentId;
      },
    },
  };
}

/** Nothing comes of it: it is acknowledged, as one that was followed. */
function isLeaving(carrier: VoiceCarrier, event: CallEvent): boolean {
  if (event.kind !== 'agent_ended' || !isWaitingAgentId(event.attemptId)) return false;
  carrier.acknowledge([event]);
  return true;
}
