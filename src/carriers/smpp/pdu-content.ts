/** What the body of a carrier's PDU says, where it can be read. */
import { Malformed } from './body-reader.ts';
import {
  command,
  decodeDataMessage,
  decodeMessage,
  decodeMessageId,
  type Message,
  type Pdu,
} from './pdu.ts';

/** Undefined where it cannot be read. */
export function messageOf({ command: id, body }: Pdu): Message | undefined {
  try {
    return id === command.dataSm ? decodeDataMessage(body) : decodeMessage(body);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** '' where the answer has none that can be read. */
export function idOf({ body }: Pdu): string {
  try {
    return decodeMessageId(body);
  } catch (error) {
    if (error instanceof Malformed) return '';
    throw error;
  }
}
