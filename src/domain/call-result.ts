/** How a call or a text ended, in the words of columns attempt.result and call_record.result. */

export type CallResult =
  | 'person'
  | 'machine'
  | 'no_answer'
  | 'busy'
  | 'failed'
  | 'unknown'
  /** Texts only; they end as delivered, failed or unknown. */
  | 'delivered';

/**
 * Why a carrier says a call ended; `hangup` after an answer, the others before one. `lost`: the
 * carrier itself does not know how it ended.
 */
export type EndCause = 'hangup' | 'busy' | 'no_answer' | 'failed' | 'lost';

export type AnsweredBy = 'person' | 'machine';

/**
 * An answer decides, whatever ended the call later. A call that was hung up before an answer (our
 * own hang-up while it rang) was not answered.
 */
export function resultOf(answeredBy: AnsweredBy | undefined, cause: EndCause): CallResult {
  if (answeredBy !== undefined) return answeredBy;
  if (cause === 'lost') return 'unknown';
  return cause === 'hangup' ? 'no_answer' : cause;
}
