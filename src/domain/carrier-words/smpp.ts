/** Words for the command statuses of SMPP 3.4, 5.1.3, that people meet. */

const words: Readonly<Record<number, string>> = {
  1: 'ESME_RINVMSGLEN, the length of the message',
  2: 'ESME_RINVCMDLEN, the length of the command',
  3: 'ESME_RINVCMDID, the command is not known',
  4: 'ESME_RINVBNDSTS, not allowed in this kind of bind',
  5: 'ESME_RALYBND, bound already',
  8: 'ESME_RSYSERR, the carrier has an error of its own',
  10: 'ESME_RINVSRCADR, the number that the text is from',
  11: 'ESME_RINVDSTADR, the number that the text is to',
  12: 'ESME_RINVMSGID, the id of the message is not known',
  13: 'ESME_RBINDFAIL, the bind failed',
  14: 'ESME_RINVPASWD, the password is wrong',
  15: 'ESME_RINVSYSID, the system id is not known',
  17: 'ESME_RCANCELFAIL, the message cannot be canceled any more',
  20: 'ESME_RMSGQFUL, the queue is full',
  69: 'ESME_RSUBMITFAIL, not accepted',
  72: 'ESME_RINVSRCTON, the type of the number that the text is from',
  80: 'ESME_RINVDSTTON, the type of the number that the text is to',
  88: 'ESME_RTHROTTLED, too many a second',
  100: 'ESME_RX_T_APPN, a passing error',
  101: 'ESME_RX_P_APPN, refused for good',
  255: 'ESME_RUNKNOWNERR, an error without a name',
};

/** Such as "0x0000000b ESME_RINVDSTADR, the number that the text is to". */
export function statusText(code: number): string {
  const hex = `0x${code.toString(16).padStart(8, '0')}`;
  return words[code] === undefined ? hex : `${hex} ${words[code]}`;
}
