import type { FastifyRequest } from 'fastify';
import { type ProblemError, problem } from '#contract/errors.ts';
import { factorTexts } from '#contract/second-factor.ts';
import { type Factors, waysOf } from '#db/queries/second-factor.ts';
import { openStep } from '#db/queries/sign-in-step.ts';
import type { ApiDeps } from './deps.ts';
import { findRelyingParty } from './second-factor/relying-party.ts';

/** The refusal with which a sign-in goes on at its second step. */
export async function secondStep(
  deps: ApiDeps,
  account: Parameters<typeof openStep>[1],
  factors: Factors,
  request: FastifyRequest,
): Promise<ProblemError> {
  const ways = waysOf(factors, findRelyingParty(request, deps)?.id);
  const signInStep = { token: await openStep(deps.platformDb, account), ways };
  return problem('second_factor_required', factorTexts.required, { signInStep });
}
