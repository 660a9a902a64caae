/** Reads the bodies of the carrier's PDUs, as far as they are readable. */
import { Malformed } from './body-reader.ts';
import {
  command,
  decodeDataMessage,
  decodeMessage,
  decodeMessageId,
  type Message,
  type Pdu,
} from './pdu.ts';

/** Undefined when the body is malformed. */
export function messageOf({ command: id, body }: Pdu): Message | undefined {
  try {
    return id === command.dataSm ? decodeDataMessage(body) : decodeMessage(body);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** '' when the response has no readable id. */
export function idOf({ body }: Pdu): string {
  try {
    return decodeMessageId(body);
  } catch (error) {
    if (error instanceof Malformed) return '';
    throw error;
  }
}
