/** Encodes and decodes SMPP 3.4 protocol data units: the header, and the bodies in use. */
import { Buffer } from 'node:buffer';
import { BodyReader } from './body-reader.ts';

/** SMPP 3.4, 5.1.2.1. */
export const command = {
  genericNack: 0x80000000,
  bindReceiver: 0x1,
  bindTransmitter: 0x2,
  submitSm: 0x4,
  deliverSm: 0x5,
  unbind: 0x6,
  cancelSm: 0x8,
  bindTransceiver: 0x9,
  enquireLink: 0x15,
  dataSm: 0x103,
} as const;

/** Set in the command id of a response. */
export const responseBit = 0x80000000;

export const headerLength = 16;

export interface Pdu {
  command: number;
  /** 0: no error. Always 0 in a request. */
  status: number;
  sequence: number;
  body: Buffer;
}

export const responseTo = (request: number) => (request | responseBit) >>> 0;
export const isResponse = (one: number) => one >= responseBit;

export function encodePdu(given: {
  command: number;
  status?: number;
  sequence: number;
  body?: Buffer;
}): Buffer {
  const { command: id, status = 0, sequence, body } = given;
  const length = headerLength + (body?.length ?? 0);
  const pdu = Buffer.allocUnsafe(length);
  pdu.writeUInt32BE(length, 0);
  pdu.writeUInt32BE(id, 4);
  pdu.writeUInt32BE(status, 8);
  pdu.writeUInt32BE(sequence, 12);
  body?.copy(pdu, headerLength);
  return pdu;
}

/** Tags of optional parameters, SMPP 3.4, 5.3.2. */
export const tag = {
  receiptedMessageId: 0x1e,
  userMessageReference: 0x204,
  sarReference: 0x20c,
  sarTotal: 0x20e,
  sarPart: 0x20f,
  messagePayload: 0x424,
  messageState: 0x427,
} as const;

export type Tlvs = ReadonlyMap<number, Buffer>;

export interface Address {
  /** Type of number and numbering plan, SMPP 3.4, 5.2.5 and 5.2.6. */
  ton: number;
  npi: number;
  digits: string;
}

/** A submit_sm or deliver_sm, which share a layout, or a data_sm, whose content is in a TLV. */
export interface Message {
  serviceType: string;
  source: Address;
  destination: Address;
  esmClass: number;
  registeredDelivery: number;
  dataCoding: number;
  shortMessage: Buffer;
  tlvs: Tlvs;
  /** `YYMMDDhhmmss000R`; absent or '': the SMSC's default. */
  validity?: string;
}

export function encodeMessage(message: Message): Buffer {
  const { serviceType, source, destination, shortMessage } = message;
  return Buffer.concat([
    cString(serviceType),
    address(source),
    address(destination),
    // esm_class, protocol_id, priority_flag, and an empty schedule_delivery_time.
    Buffer.from([message.esmClass, 0, 0, 0]),
    cString(message.validity ?? ''),
    // registered_delivery, replace_if_present_flag, data_coding, sm_default_msg_id, sm_length.
    Buffer.from([message.registeredDelivery, 0, message.dataCoding, 0, shortMessage.length]),
    shortMessage,
    encodeTlvs(message.tlvs),
  ]);
}

/** @throws Malformed */
export function decodeMessage(body: Buffer): Message {
  const reader = new BodyReader(body);
  const serviceType = reader.cString(6);
  const source = readAddress(reader, 21);
  const destination = readAddress(reader, 21);
  const esmClass = reader.octet();
  reader.skip(2);
  reader.cString(17);
  const validity = reader.cString(17);
  const registeredDelivery = reader.octet();
  reader.skip(1);
  const dataCoding = reader.octet();
  reader.skip(1);
  const shortMessage = reader.bytes(reader.octet());
  const tlvs = reader.tlvs();
  const of = { serviceType, source, destination, esmClass, registeredDelivery, dataCoding };
  return {
    ...of,
    shortMessage: shortMessage.length > 0 ? shortMessage : payload(tlvs),
    tlvs,
    ...(validity !== '' && { validity }),
  };
}

/** @throws Malformed */
export function decodeDataMessage(body: Buffer): Message {
  const reader = new BodyReader(body);
  const serviceType = reader.cString(6);
  const source = readAddress(reader, 65);
  const destination = readAddress(reader, 65);
  const [esmClass, registeredDelivery, dataCoding] = [
    reader.octet(),
    reader.octet(),
    reader.octet(),
  ];
  const tlvs = reader.tlvs();
  const of = { serviceType, source, destination, esmClass, registeredDelivery, dataCoding };
  return { ...of, shortMessage: payload(tlvs), tlvs };
}

const payload = (tlvs: Tlvs) => tlvs.get(tag.messagePayload) ?? Buffer.alloc(0);

/**
 * The message_id of a response; '' when it has none. The TLVs after it must be complete: otherwise
 * the response was cut off, and its end is the beginning of another PDU. @throws Malformed
 */
export function decodeMessageId(body: Buffer): string {
  if (body.length === 0) return '';
  const reader = new BodyReader(body);
  const id = reader.cString(65);
  reader.tlvs();
  return id;
}

export interface Cancel {
  /** As the SMSC wrote it. */
  messageId: string;
  /** As in the submit_sm. */
  source: Address;
  destination: Address;
}

export function encodeCancel({ messageId, source, destination }: Cancel): Buffer {
  return Buffer.concat([cString(''), cString(messageId), address(source), address(destination)]);
}

export interface Bind {
  systemId: string;
  password: string;
  systemType: string;
}

export function encodeBind({ systemId, password, systemType }: Bind): Buffer {
  // interface_version 3.4, then ton, npi and address_range, left to the SMSC.
  const rest = Buffer.from([0x34, 0, 0, 0]);
  return Buffer.concat([cString(systemId), cString(password), cString(systemType), rest]);
}

export function cString(text: string): Buffer {
  return Buffer.from(`${text.replaceAll('\0', '')}\0`, 'latin1');
}

function address({ ton, npi, digits }: Address): Buffer {
  return Buffer.concat([Buffer.from([ton, npi]), cString(digits)]);
}

export function readAddress(reader: BodyReader, most: number): Address {
  const [ton, npi] = [reader.octet(), reader.octet()];
  return { ton, npi, digits: reader.cString(most) };
}

function encodeTlvs(tlvs: Tlvs): Buffer {
  return Buffer.concat(
    [...tlvs].map(([id, value]) => {
      const head = Buffer.allocUnsafe(4);
      head.writeUInt16BE(id, 0);
      head.writeUInt16BE(value.length, 2);
      return Buffer.concat([head, value]);
    }),
  );
}
