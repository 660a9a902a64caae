/** The command statuses in use (SMPP 3.4, 5.1.3); domain/carrier-words/smpp.ts describes them. */

export const status = {
  ok: 0x0,
  invalidLength: 0x2,
  invalidCommand: 0x3,
  notBound: 0x4,
  alreadyBound: 0x5,
  systemError: 0x8,
  bindFailed: 0xd,
  invalidPassword: 0xe,
  invalidSystemId: 0xf,
  cancelFailed: 0x11,
  queueFull: 0x14,
  throttled: 0x58,
  /** A temporary error of the receiver: the SMSC redelivers the message. */
  receiverBusy: 0x64,
} as const;

/** The SMSC surely did not accept the text, and may accept it later. */
export const isThrottling = (code: number) =>
  code === status.throttled || code === status.queueFull;
