/** A text that a manager of the demo sends as one of the simulated people, on its way to an engine. */

/**
 * Where it stands among the callbacks of the simulated carrier. The address itself takes nothing: the kind
 * has no `receive`.
 */
export const personsTextPath = 'inbound';

export interface PersonsText {
  /** Which no other text has. */
  ref: string;
  /** 11 digits each. */
  phone: string;
  textingNumber: string;
  body: string;
}

/** As it is stored; the simulated carrier reads it. */
export const personsTextFields = ({ ref, phone, textingNumber, body }: PersonsText) => ({
  ...{ ref, phone, textingNumber, body },
});
