/** Which answers to inbound texts may go out now; what may not any more is dropped. */
import { asClient } from '#db/database.ts';
import type { Answerer } from '#db/queries/answerer.ts';
import { type DueReply, dropReplies, type TextReply } from '#db/queries/text-reply.ts';
import { type CallingHours, callingHours, strictest } from '#domain/calling-hours.ts';
import { handOverTakes } from '#domain/gate.ts';
import { judgeAnswer } from '#domain/texting.ts';
import type { EngineDeps } from '../deps.ts';

export interface LawfulReply {
  reply: TextReply;
  /** Epoch ms: from then on it must not leave. */
  until: number;
}

export interface ReplyJudge {
  /** Those that may go out now. What may not any more is dropped, with the reason in its row. */
  lawful(
    clientId: number,
    answerer: Answerer,
    due: readonly DueReply[],
    now: number,
  ): Promise<LawfulReply[]>;
}

export function createReplyJudge({ db, clock, log }: EngineDeps): ReplyJudge {
  async function lawful(
    clientId: number,
    answerer: Answerer,
    due: readonly DueReply[],
    now: number,
  ): Promise<LawfulReply[]> {
    const rules = callingHours(answerer.callingHours);
    const judged = due.map((reply) => ({ reply, verdict: judge(reply, rules, now) }));
    const drops = judged.flatMap(({ reply: { textReplyId }, verdict }) =>
      verdict.kind === 'drop' ? [{ textReplyId, note: verdict.note }] : [],
    );
    if (drops.length > 0) {
      await asClient(db, clientId, (tx) => dropReplies(tx, clientId, drops));
      log.warn(
        { clientId, answers: drops.length },
        'answers to inbound texts were not sent in time',
      );
    }
    return judged.flatMap(({ reply, verdict }) =>
      verdict.kind === 'send' ? [{ reply, until: verdict.until }] : [],
    );
  }

  function judge(reply: DueReply, rules: CallingHours, now: number) {
    const { kind, phone, received, listed, addresses } = reply;
    // Wherever the lists say that the person lives: all of these places must allow it.
    const places = [{ state: null, zipCode: null }, ...addresses];
    const verdicts = places.map((place) => rules.verdict({ phone, ...place }, now));
    const about = { kind, received: received.getTime(), now, listed, hours: strictest(verdicts) };
    return judgeAnswer({ ...about, handOverTakes: handOverTakes * clock.speed });
  }

  return { lawful };
}
