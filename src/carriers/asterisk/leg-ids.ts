/** What Asterisk calls the parts of a customer's call beside its own channel, which has the attempt's id. */
export const agentIdOf = (attemptId: string) => `${attemptId}-agent`;
export const bridgeIdOf = (attemptId: string) => `${attemptId}-bridge`;
