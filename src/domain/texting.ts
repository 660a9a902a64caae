/** Waits and sentences of texting. Milliseconds of the engine's clock. */

const minute = 60_000;
const hour = 60 * minute;

/**
 * A text that was taken and has no receipt after this ends as unknown: carriers try to deliver for
 * up to three days. A receipt that comes later still corrects it.
 */
export const receiptPatience = 72 * hour;
/** A person who repeats an opt-out in this time has had the confirmation. */
export const confirmationRest = 24 * hour;
/** Two machines that answer each other's words do so slowly. */
export const helpRest = minute;

/**
 * An inbound text is answered at any hour, because somebody wrote just now. One that is told later than
 * this, as after a night in which the platform was down, is obeyed and not answered.
 */
export const answerPatience = hour;

/** What the sender may know of a client, in a text. */
export interface Sender {
  clientName: string;
  /** 11 digits: the number that the person wrote to. */
  textingNumber: string;
}

export function optOutReply({ clientName }: Sender): string {
  return `${clientName}: You are opted out and will get no more calls or texts from us. Reply START to opt in again.`;
}

export function helpReply({ clientName, textingNumber }: Sender): string {
  return `${clientName}: For help call or text ${written(textingNumber)}. Reply STOP to opt out.`;
}

/** `(302) 555-0148`. */
function written(phone: string): string {
  return `(${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7)}`;
}
