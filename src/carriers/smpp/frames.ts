/** Splits a byte stream into PDUs. The length is checked before anything is buffered. */
import { Buffer } from 'node:buffer';
import { headerLength, type Pdu } from './pdu.ts';

/** Well above any text with its TLVs; message_payload can be 64 KiB. */
const longestPdu = 70_000;

export interface Frames {
  /**
   * The PDUs that are complete now. `broken`: this invalid length follows them. Where the next PDU
   * begins is then unknown, so the connection is useless.
   */
  push(bytes: Buffer): { pdus: Pdu[]; broken?: number };
}

export function createFrames(): Frames {
  let chunks: Buffer[] = [];
  let kept = 0;
  /** Octets of the PDU being received, once its length is known. */
  let wanted = headerLength;

  return {
    push(bytes) {
      chunks.push(bytes);
      kept += bytes.length;
      const pdus: Pdu[] = [];
      // Joined only when a PDU is complete, so a peer that sends single octets costs no more.
      if (kept < wanted) return { pdus };
      let rest = chunks.length === 1 ? bytes : Buffer.concat(chunks, kept);
      wanted = headerLength;
      while (rest.length >= headerLength) {
        const length = rest.readUInt32BE(0);
        if (length < headerLength || length > longestPdu) {
          return { pdus, broken: length };
        }
        wanted = length;
        if (rest.length < length) break;
        pdus.push({
          command: rest.readUInt32BE(4),
          status: rest.readUInt32BE(8),
          sequence: rest.readUInt32BE(12),
          body: rest.subarray(headerLength, length),
        });
        rest = rest.subarray(length);
        wanted = headerLength;
      }
      chunks = rest.length > 0 ? [rest] : [];
      kept = rest.length;
      return { pdus };
    },
  };
}
