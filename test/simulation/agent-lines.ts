/**
 * The lines of agents who are called before there is a customer, as an exchange knows them. They outlive
 * their engine: a dead one's lines report themselves to the next life of its process, and Asterisk, or
 * Twilio, ends what nobody plays anything to. The exchange says what an engine did with a line that it may
 * not do; what became of all of them is judged at the end (line-judge.ts).
 */
import type {
  AgentRequest,
  CallEvent,
  CallRequest,
  VoiceCarrier,
} from '../../src/carriers/port.ts';
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import type { Actor } from './step.ts';

export interface AgentLine {
  id: string;
  engine: Actor;
  /** The linkback number, which each campaign of the simulation has to itself. */
  to: string;
  /** `talks`: a customer hears the agent. `parted`: the customer hung up; the engine may take the line back. */
  state: 'waits' | 'talks' | 'parted' | 'over';
  /** Simulated, as all instants here. Since when it is over, by whom, and whether its engine was told. */
  endedAt?: number;
  endedBy?: 'agent' | 'engine' | 'customer' | 'exchange';
  isEndTold?: boolean;
  /** When what it hears, or its ringing, is over. */
  quietAt: number;
  /** The agent, who is tired of waiting, hangs up then. */
  leavesAt?: number | undefined;
  /** The customer who is called for it, and the one whom it was given to. */
  promised?: string | undefined;
  given?: string | undefined;
}

export interface AgentLines {
  /** The carrier of one life of an engine, whose lines are on this exchange. */
  of(engine: Actor, carrier: VoiceCarrier): VoiceCarrier;
  all(): readonly AgentLine[];
  /** Lines that are up, after those that nobody plays to have ended. */
  up(): AgentLine[];
  /** Attempts whose customers have heard an agent. */
  readonly bridged: ReadonlySet<string>;
  died(engine: Actor): void;
  /** When the engine of a line died; undefined: it lives. */
  diedAt(line: AgentLine): number | undefined;
}

export interface LinesWish {
  clock: { now(): number; speed: number };
  seed: string;
  /** The agents on duty that an engine may still go by; undefined: it has read none. */
  mostAgents(engine: Actor, to: string): number | undefined;
  /** Where violations go. */
  seen: string[];
}

/** Real milliseconds after the last sound, as the carriers have it. */
const forgottenAfter = 60_000;
/** Simulated: how long a telephone rings, and how soon a tired agent leaves. */
const longestRing = 21_000;
const tiredWithin = 90_000;
const shareTired = 0.3;
/** And how late the exchange may say so. */
const latestReport = 8_000;

export function createAgentLines(wish: LinesWish): AgentLines {
  const { clock, seen, mostAgents, seed } = wish;
  const lines = new Map<string, AgentLine>();
  const bridged = new Set<string>();
  const deaths = new Map<Actor, number>();
  const forgotten = forgottenAfter * clock.speed;
  const forgottenParted = forgotten / 6;

  function end(line: AgentLine, by: AgentLine['endedBy'], at: number): void {
    if (line.state === 'over') return;
    Object.assign(line, { state: 'over', endedAt: at, endedBy: by });
  }

  function tiredAt(name: string): number | undefined {
    const random = seededRandom(`${seed}/line/${name}`);
    return random.chance(shareTired) ? clock.now() + random.between(0, tiredWithin) : undefined;
  }

  /** Ends what nobody plays anything to. */
  function passTime(): void {
    for (const line of lines.values()) {
      const { state } = line;
      const until = line.quietAt + (state === 'parted' ? forgottenParted : forgotten);
      if ((state !== 'waits' && state !== 'parted') || clock.now() < until) continue;
      end(line, 'exchange', until);
      if (state === 'waits' && !line.engine.dead)
        seen.push(`a living engine forgot the agent's line ${line.id}`);
    }
  }

  function open(engine: Actor, id: string, { to }: AgentRequest): void {
    if (lines.has(id)) seen.push(`the agent's line ${id} is called twice`);
    const own = [...lines.values()].filter(
      (line) => line.engine === engine && line.to === to && line.state !== 'over',
    );
    const most = mostAgents(engine, to);
    if (most === undefined || own.length >= most) {
      seen.push(`${own.length + 1} agents' lines of ${to} with ${most} agents on duty`);
    }
    lines.set(id, {
      ...{ id, engine, to, state: 'waits', quietAt: clock.now() + longestRing },
      leavesAt: tiredAt(id),
    });
  }

  const talks = talksOf({ lines, bridged, seen, end }, tiredAt);
  const exchange = { clock, seen, lines, bridged, open, ...talks, end, passTime };
  return {
    of: (engine, carrier) => carrierOf(exchange, engine, carrier),
    all: () => [...lines.values()],
    up() {
      passTime();
      return [...lines.values()].filter(({ state }) => state !== 'over');
    },
    bridged,
    died: (engine) => deaths.set(engine, clock.now()),
    diedAt: ({ engine }) => deaths.get(engine),
  };
}

/** Customers and agents who hear each other. */
function talksOf(
  { lines, bridged, seen, end }: Pick<Exchange, 'lines' | 'bridged' | 'seen' | 'end'>,
  tiredAt: (name: string) => number | undefined,
): Pick<Exchange, 'give' | 'part' | 'takeBack'> {
  const byAttempt = new Map<string, AgentLine>();

  function give(id: string, attemptId: string): void {
    const line = lines.get(id);
    if (line?.given !== undefined && line.given !== attemptId) {
      seen.push(`the agent's line ${id} is given to ${line.given} and to ${attemptId}`);
    }
    if (!line || line.isEndTold) {
      seen.push(`${attemptId} is connected with the line ${id}, which is known to have ended`);
    }
    if (!line) return;
    line.given = attemptId;
    if (line.state === 'over') return;
    line.state = 'talks';
    byAttempt.set(attemptId, line);
    bridged.add(attemptId);
  }

  /**
   * However: the customer's call is over, or its agent has gone.
   *
   * @param stays the customer hung up: the line may be taken back
   */
  function part(attemptId: string, by: AgentLine['endedBy'], at: number, stays = false): void {
    const line = byAttempt.get(attemptId);
    byAttempt.delete(attemptId);
    if (line && stays && line.state === 'talks')
      Object.assign(line, { state: 'parted', quietAt: at });
    else if (line) end(line, by, at);
  }

  function takeBack(id: string): void {
    const line = lines.get(id);
    if (line?.state !== 'parted') return;
    line.state = 'waits';
    line.leavesAt = tiredAt(`${id}/${line.given}`);
    line.given = undefined;
  }

  return { give, part, takeBack };
}

interface Exchange {
  clock: LinesWish['clock'];
  seen: string[];
  lines: Map<string, AgentLine>;
  bridged: Set<string>;
  open(engine: Actor, id: string, request: AgentRequest): void;
  give(id: string, attemptId: string): void;
  part(attemptId: string, by: AgentLine['endedBy'], at: number, stays?: boolean): void;
  takeBack(id: string): void;
  end(line: AgentLine, by: AgentLine['endedBy'], at: number): void;
  passTime(): void;
}

/** `engine 1.2` is the second life of `engine 1`. */
const processOf = ({ name }: Actor) => name.split('.')[0];

function carrierOf(exchange: Exchange, engine: Actor, carrier: VoiceCarrier): VoiceCarrier {
  const { clock, lines, end } = exchange;
  const { waitingAgents } = carrier;
  const told = ownEvents(exchange, engine, carrier);
  const promises = createPromises(exchange);
  function takeBack(id: string, at: SimMs): void {
    exchange.takeBack(id);
    waitingAgents.takeBack?.(id, at);
  }
  return {
    ...carrier,
    async place(calls, mayPlace) {
      for (const call of calls) promises.make(call);
      const placements = await carrier.place(calls, mayPlace);
      for (const [at, { attemptId }] of calls.entries()) {
        if (placements[at]?.kind === 'rejected') promises.end(attemptId);
      }
      return placements;
    },
    events(reader) {
      exchange.passTime();
      // Before what came later: who has left says so.
      const own = told.events();
      const events = carrier.events(reader);
      for (const event of events) {
        note(exchange, event, waitingAgents.takeBack !== undefined);
        if (event.kind === 'ended' || (event.kind === 'key' && event.key === '9')) {
          promises.end(event.attemptId);
        }
      }
      return [...own, ...events];
    },
    acknowledge: (events) => carrier.acknowledge(told.acknowledge(events)),
    hangUp(attemptId, at) {
      promises.end(attemptId);
      exchange.part(attemptId, 'engine', at);
      carrier.hangUp(attemptId, at);
    },
    waitingAgents: {
      ...waitingAgents,
      call(id, request, at) {
        exchange.open(engine, id, request);
        waitingAgents.call(id, request, at);
      },
      play(id, sound, at) {
        const line = lines.get(id);
        if (line) line.quietAt = Math.max(line.quietAt, at + sound.durationMs);
        waitingAgents.play(id, sound, at);
      },
      connect(attemptId, id, at) {
        told.leave();
        promises.end(attemptId);
        exchange.give(id, attemptId);
        waitingAgents.connect(attemptId, id, at);
      },
      takeBack: waitingAgents.takeBack && takeBack,
      hangUp(id, at) {
        const line = lines.get(id);
        // Its talk is the customer's call: a late word about the line does not end it.
        if (line && line.state !== 'talks') end(line, 'engine', clock.now());
        waitingAgents.hangUp(id, at);
      },
    },
  };
}

/** @param keeps lines stay where the customer hangs up */
function note(
  { lines, part, end, bridged }: Exchange,
  { kind, attemptId, ...event }: CallEvent,
  keeps: boolean,
): void {
  const line = lines.get(attemptId);
  if (line && kind === 'agent_ended') {
    end(line, 'agent', event.at);
    line.isEndTold = true;
  } else if (kind === 'ended') part(attemptId, 'customer', event.at, keeps);
  else if (kind === 'agent_ended') {
    if ('cause' in event && event.cause === 'missed') bridged.delete(attemptId);
    part(attemptId, 'agent', event.at);
  }
}

/** Each customer who is called for a line: nobody else may be called for it meanwhile. */
function createPromises({ clock, seen, lines }: Exchange) {
  /** Real milliseconds: longer than any step is held up, and than a report is late. */
  const latest = 30_000;
  const inFlight = new Map<string, AgentLine>();
  return {
    make({ attemptId, agentId }: CallRequest): void {
      const line = agentId === undefined ? undefined : lines.get(agentId);
      // The engine may have chosen it before it was told.
      const isLongOver =
        line?.isEndTold && clock.now() - (line.endedAt ?? 0) > latest * clock.speed;
      if (agentId !== undefined && (!line || isLongOver)) {
        seen.push(`${attemptId} is called for the line ${agentId}, which is known to have ended`);
      }
      if (!line) return;
      const other = line.promised;
      if (other !== undefined && other !== attemptId && inFlight.has(other)) {
        seen.push(`the agent's line ${line.id} is given to ${other} and to ${attemptId}`);
      }
      line.promised = attemptId;
      inFlight.set(attemptId, line);
    },
    end(attemptId: string): void {
      inFlight.delete(attemptId);
    },
  };
}

/** What the exchange reports by itself: agents who leave, and lines of an earlier life of this engine. */
function ownEvents({ clock, lines, end }: Exchange, engine: Actor, carrier: VoiceCarrier) {
  const due = new Map<CallEvent, number>();
  const open = new Set<CallEvent>();
  for (const line of lines.values()) {
    if (line.engine === engine || processOf(line.engine) !== processOf(engine)) continue;
    if (line.state !== 'waits' && line.state !== 'parted') continue;
    const at = Math.max(line.quietAt, clock.now());
    due.set({ attemptId: line.id, at: simMs(at), kind: 'agent_played' }, at);
  }

  /** An agent hangs up; what reports it is a moment later, and nothing else is heard of the line. */
  function leave(): void {
    const now = clock.now();
    for (const line of lines.values()) {
      const { leavesAt = Number.POSITIVE_INFINITY, id } = line;
      if (line.engine !== engine || line.state !== 'waits' || now < leavesAt) continue;
      end(line, 'agent', leavesAt);
      carrier.waitingAgents.hangUp(id, simMs(now));
      const at = simMs(leavesAt);
      const told = now + seededRandom(`left/${id}`).between(500, latestReport);
      due.set({ attemptId: id, at, kind: 'agent_ended', cause: 'hangup' }, told);
    }
  }

  return {
    leave,
    events(): CallEvent[] {
      leave();
      const now = clock.now();
      const told = [...due].filter(([, at]) => at <= now).map(([event]) => event);
      for (const event of told) {
        due.delete(event);
        open.add(event);
        const line = lines.get(event.attemptId);
        if (line && event.kind === 'agent_ended') line.isEndTold = true;
      }
      return told;
    },
    /** Returns those that are the carrier's. */
    acknowledge: (events: readonly CallEvent[]) => events.filter((event) => !open.delete(event)),
  };
}
