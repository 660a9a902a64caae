/** The wrong build that the judge of Linkback must catch. */
import { claimCalls } from '../../src/db/queries/claim.ts';
import { roomForCalls } from '../../src/domain/linkback-pacing.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';

export const oneTooMany: Pick<EngineDeps, 'claim' | 'roomForCalls'> = {
  claim: (tx, request) => claimCalls(tx, { ...request, wanted: request.wanted + 1 }),
  roomForCalls: (state) => roomForCalls(state) + 1,
};
