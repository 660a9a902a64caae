/** Save bodies that keep every rule; each has a name of its own. */
let made = 0;

export function broadcast(given: Record<string, unknown> = {}) {
  made += 1;
  return {
    campaignId: 0,
    name: `Broadcast ${made}`,
    callsPerMinute: 60,
    callerIdNumber: '(302) 555-0148',
    callerIdName: 'Harbor Regional',
    callerIdTypeId: 2,
    ...given,
  };
}

export function linkback(given: Record<string, unknown> = {}) {
  const { callsPerMinute: _, ...rest } = broadcast();
  return { ...rest, callRatio: 1.5, agentCount: 4, linkbackNumber: '13025550199', ...given };
}
