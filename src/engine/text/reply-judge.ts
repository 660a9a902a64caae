/** Which auto-replies may go out now; what is too late is dropped. */

import { asClient } from '#db/database.ts';
import type { ReplySender } from '#db/queries/reply-sender.ts';
import { type DueReply, dropReplies, type TextReply } from '#db/queries/text-reply.ts';
import { type CallingHours, callingHours } from '#domain/calling-hours.ts';
import { submissionTakes } from '#domain/gate.ts';
import { strictest } from '#domain/hours-verdict.ts';
import { type SimMs, simMs, toSim } from '#domain/milliseconds.ts';
import { judgeReply } from '#domain/texting.ts';
import type { EngineDeps } from '../deps.ts';

export interface LawfulReply {
  reply: TextReply;
  /** From then on it must not leave. */
  until: SimMs;
}

export interface ReplyJudge {
  /** Returns those that may go out now. What is too late is dropped, with the reason in its row. */
  lawful(
    clientId: number,
    sender: ReplySender,
    due: readonly DueReply[],
    now: SimMs,
  ): Promise<LawfulReply[]>;
}

export function createReplyJudge({ db, clock, log }: EngineDeps): ReplyJudge {
  async function lawful(
    clientId: number,
    sender: ReplySender,
    due: readonly DueReply[],
    now: SimMs,
  ): Promise<LawfulReply[]> {
    const rules = callingHours(sender.callingHours);
    const judged = due.map((reply) => ({ reply, verdict: judge(reply, rules, now) }));
    const drops = judged.flatMap(({ reply: { textReplyId }, verdict }) =>
      verdict.kind === 'drop' ? [{ textReplyId, note: verdict.note }] : [],
    );
    if (drops.length > 0) {
      await asClient(db, clientId, (tx) => dropReplies(tx, clientId, drops));
      log.warn(
        { clientId, replies: drops.length },
        'dropped auto-replies that could not be sent in time',
      );
    }
    return judged.flatMap(({ reply, verdict }) =>
      verdict.kind === 'send' ? [{ reply, until: verdict.until }] : [],
    );
  }

  function judge(reply: DueReply, rules: CallingHours, now: SimMs) {
    const { kind, phone, received, blocked, addresses } = reply;
    // Everywhere the lists say that the person lives: the hours of all these homes must allow it.
    const homes = [{ state: null, zipCode: null }, ...addresses];
    const verdicts = homes.map((home) => rules.verdict({ phone, ...home }, now));
    const about = {
      kind,
      received: simMs(received.getTime()),
      now,
      blocked,
      hours: strictest(verdicts),
    };
    return judgeReply({ ...about, submissionTakes: toSim(submissionTakes, clock.speed) });
  }

  return { lawful };
}
