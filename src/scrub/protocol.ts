/** Requests and responses of the scrub protocol, version 1 (docs/scrub-protocol.md). */
import { z } from 'zod';
import { type ScrubAnswer, type ScrubQuestion, scrubAnswers } from '#contract/scrub.ts';

export const protocolVersion = 1;

/** One number to ask about. */
export interface AskedNumber {
  /** Eleven digits with a leading 1. */
  phone: string;
  /** `YYYY-MM-DD`: when the person consented; null: nobody knows. */
  consentDate: string | null;
}

export function requestBody(questions: readonly ScrubQuestion[], numbers: readonly AskedNumber[]) {
  return JSON.stringify({
    version: protocolVersion,
    questions,
    numbers: numbers.map(({ phone, consentDate }) => ({
      number: `+${phone}`,
      ...(consentDate !== null && { consentDate }),
    })),
  });
}

/** Fields beside these are ignored, so that a later minor version may have more. */
const response = z.object({
  version: z.literal(protocolVersion),
  answers: z.array(
    z.object({
      number: z.string(),
      reassigned: z.enum(scrubAnswers.reassigned).nullish(),
      litigator: z.enum(scrubAnswers.litigator).nullish(),
      line: z.enum(scrubAnswers.line).nullish(),
    }),
  ),
});

export interface GivenAnswer {
  number: AskedNumber;
  question: ScrubQuestion;
  answer: ScrubAnswer;
}

/**
 * The answers of a response. Numbers and questions that it leaves out are asked again later.
 *
 * @throws ResponseError for what is no response to this request
 */
export function readResponse(
  text: string,
  questions: readonly ScrubQuestion[],
  numbers: readonly AskedNumber[],
): GivenAnswer[] {
  const read = response.safeParse(parsed(text));
  if (!read.success) throw new ResponseError('malformed');
  const asked = new Map(numbers.map((one) => [`+${one.phone}`, one]));
  const given: GivenAnswer[] = [];
  for (const { number, ...answers } of read.data.answers) {
    const one = asked.get(number);
    // A response about others was meant for somebody else: nothing in it can be relied on.
    if (!one) throw new ResponseError('other_numbers');
    asked.delete(number);
    for (const question of questions) {
      const answer = answers[question];
      if (answer) given.push({ number: one, question, answer });
    }
  }
  return given;
}

export class ResponseError extends Error {
  override name = 'ResponseError';
  readonly code: 'malformed' | 'other_numbers' | 'too_large';
  constructor(code: ResponseError['code']) {
    super(code);
    this.code = code;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
