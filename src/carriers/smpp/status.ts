/** Command statuses, SMPP 3.4, 5.1.3: those that we act on. Their words: domain/carrier-words/smpp.ts. */

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
  /** A receiver's own error that will pass: the SMSC tells the message again. */
  receiverBusy: 0x64,
} as const;

/** The SMSC surely did not take the text, and takes it later. */
export const isThrottling = (code: number) =>
  code === status.throttled || code === status.queueFull;
