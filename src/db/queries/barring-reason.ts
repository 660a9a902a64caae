import { doNotCallSources } from '#contract/do-not-call.ts';
import { barringReason } from '#domain/gate.ts';

const cases = doNotCallSources.map((source) => `WHEN '${source}' THEN '${barringReason(source)}'`);

/** SQL: why a row `d` of do_not_call bars a number; the gate's rule, for updates of many entries. */
export const barringReasonOf = `CASE d.source ${cases.join(' ')} END`;
