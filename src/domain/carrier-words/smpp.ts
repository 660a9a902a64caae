/** Short texts for the common command statuses of SMPP 3.4, 5.1.3. */

const words: Readonly<Record<number, string>> = {
  1: 'ESME_RINVMSGLEN, invalid message length',
  2: 'ESME_RINVCMDLEN, invalid command length',
  3: 'ESME_RINVCMDID, unknown command',
  4: 'ESME_RINVBNDSTS, not allowed in this bind state',
  5: 'ESME_RALYBND, already bound',
  8: 'ESME_RSYSERR, system error at the carrier',
  10: 'ESME_RINVSRCADR, invalid sender number',
  11: 'ESME_RINVDSTADR, invalid recipient number',
  12: 'ESME_RINVMSGID, unknown message id',
  13: 'ESME_RBINDFAIL, bind failed',
  14: 'ESME_RINVPASWD, the password is wrong',
  15: 'ESME_RINVSYSID, unknown system id',
  17: 'ESME_RCANCELFAIL, the message can no longer be canceled',
  20: 'ESME_RMSGQFUL, the queue is full',
  69: 'ESME_RSUBMITFAIL, not accepted',
  72: 'ESME_RINVSRCTON, invalid type of the sender number',
  80: 'ESME_RINVDSTTON, invalid type of the recipient number',
  88: 'ESME_RTHROTTLED, too many messages per second',
  100: 'ESME_RX_T_APPN, temporary error',
  101: 'ESME_RX_P_APPN, permanent error',
  255: 'ESME_RUNKNOWNERR, unknown error',
};

/** For example "0x0000000b ESME_RINVDSTADR, invalid recipient number". */
export function statusText(code: number): string {
  const hex = `0x${code.toString(16).padStart(8, '0')}`;
  return words[code] === undefined ? hex : `${hex} ${words[code]}`;
}
