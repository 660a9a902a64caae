/** Reads the bodies of requests that Carillon sends but never receives, for the test SMSC. */
import type { Buffer } from 'node:buffer';
import { BodyReader } from '../../src/carriers/smpp/body-reader.ts';
import { type Bind, type Cancel, readAddress } from '../../src/carriers/smpp/pdu.ts';

/** @throws Malformed */
export function decodeCancel(body: Buffer): Cancel {
  const reader = new BodyReader(body);
  reader.cString(6);
  const messageId = reader.cString(65);
  return { messageId, source: readAddress(reader, 21), destination: readAddress(reader, 21) };
}

/** @throws Malformed */
export function decodeBind(body: Buffer): Bind {
  const reader = new BodyReader(body);
  const [systemId, password, systemType] = [
    reader.cString(16),
    reader.cString(9),
    reader.cString(13),
  ];
  return { systemId, password, systemType };
}
