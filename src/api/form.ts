/** Multipart bodies as a stream: files and fields in the order in which they come. */
import type { Hmac } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callListTexts } from '#contract/call-list.ts';
import { maxUploadBytes } from '#contract/call-list-upload.ts';
import { problem } from '#contract/errors.ts';
import type { OperationShape } from '#contract/http.ts';
import { refuseBadBoundary } from './form-boundary.ts';
import { goneSignal, unlessGone } from './gone.ts';
import { type OperationFields, refuseOtherClient, refuseOtherRecord } from './tenancy.ts';
import { checked } from './validation.ts';

/** One file of a form. Its stream ends early when the file is over the limit; 413 follows. */
export interface FormFile {
  /** The field's name: "fileSelect", "fileSelect2". */
  field: string;
  /** The name that the file has on the sender's machine. */
  fileName: string;
  mediaType: string;
  stream: Readable;
}

interface FormTakers {
  /**
   * Takes the whole stream, or throws to refuse the form; called for the operation's file fields
   * only.
   */
  onFile(file: FormFile): Promise<void>;
  /** Called for each validated field, before the fields and files after it are read. */
  onField?(name: string, value: unknown): Promise<void>;
}

/** Reads the whole form, once, and returns its validated fields; called again, the same ones. */
export type ReadForm<Fields> = (takers: FormTakers) => Promise<Fields>;

const tooLargeSentence = callListTexts.tooLarge;

/** What fields and boundaries of a form can add to the size of the file. */
const envelopeBytes = 8 * 1024 * 1024;
const limits = {
  fileSize: maxUploadBytes,
  fieldSize: 4 * 1024 * 1024,
  fields: 50,
  files: 60,
  parts: 110,
};

interface FormVisit {
  request: FastifyRequest;
  reply: FastifyReply;
  operation: OperationShape;
  fields: OperationFields;
  /** Sees every part; absent without an Idempotency-Key. */
  hash: Hmac | undefined;
}

export function formOf(
  { request, reply, operation, fields, hash }: FormVisit,
  clientId: number,
): ReadForm<unknown> {
  // Taken before the first await.
  const gone = goneSignal(reply);
  let reading: Promise<unknown> | undefined;
  const read: ReadForm<unknown> = async (takers) => {
    if (Number(request.headers['content-length']) > maxUploadBytes + envelopeBytes) {
      throw problem('too_large', tooLargeSentence);
    }
    refuseBadBoundary(request.headers['content-type'] ?? '');
    const given: Record<string, unknown> = {};
    try {
      for await (const part of partsOf(request, gone)) {
        if (part.type === 'file') await takeFile(part, { operation, takers, gone, hash });
        else {
          hash?.update(JSON.stringify([part.fieldname, part.value]));
          await takeField(part, { operation, clientId, fields: fields.form }, given, takers);
        }
      }
    } catch (error) {
      // The sender sees the response only when the rest of its body is read.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
    const whole = checked(operation.multipart?.fields ?? z.unknown(), given, 'The form');
    refuseOtherRecord(fields.params, request.params, {
      value: given,
      fields: fields.form,
      depth: 2,
    });
    return whole;
  };
  return (takers) => {
    reading ??= read(takers);
    return reading;
  };
}

/** The parts as they come; fails when the sender is gone, which the parser may not report. */
async function* partsOf(request: FastifyRequest, gone: AbortSignal) {
  const parts = request.parts({ limits })[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await unlessGone(gone, parts.next(), senderGone);
    if (done) return;
    yield value;
  }
}

const senderGone = () => problem('malformed', 'The form ended before it was complete.');

/** The same bytes, of which the hash has seen every one that was taken. */
function hashed({ fieldname, filename, file }: MultipartFile, hash: Hmac): Readable {
  hash.update(JSON.stringify([fieldname, filename]));
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // An error of either reaches the taker by the stream that it reads.
  pipeline(file, through, () => {});
  return through;
}

/** Reads a form whose content no longer matters; its fingerprint does. */
export async function readToEnd(form: ReadForm<unknown> | undefined): Promise<void> {
  await form?.({
    onFile: async ({ stream }) => {
      for await (const _ of stream);
    },
  });
}

interface FileTaking {
  operation: OperationShape;
  takers: FormTakers;
  gone: AbortSignal;
  hash: Hmac | undefined;
}

async function takeFile(part: MultipartFile, { operation, takers, gone, hash }: FileTaking) {
  const { fieldname: field, filename: fileName, mimetype: mediaType, file: stream } = part;
  if (field.replace(/\d+$/, '') !== operation.multipart?.files) {
    stream.resume();
    return;
  }
  // The reader of the file gets the error from its stream.
  const cut = () => stream.destroy(senderGone());
  stream.on('error', () => {});
  if (gone.aborted) cut();
  gone.addEventListener('abort', cut, { once: true });
  try {
    await takers.onFile({
      field,
      fileName,
      mediaType,
      stream: hash ? hashed(part, hash) : stream,
    });
  } finally {
    gone.removeEventListener('abort', cut);
  }
  if (stream.truncated) throw problem('too_large', tooLargeSentence);
  stream.resume();
}

async function takeField(
  part: MultipartValue,
  {
    operation,
    clientId,
    fields,
  }: { operation: OperationShape; clientId: number; fields: OperationFields['form'] },
  given: Record<string, unknown>,
  takers: FormTakers,
) {
  const name = part.fieldname;
  if (part.valueTruncated) throw problem('too_large', `The field ${name} is too large.`);
  const schema = fieldSchemas(operation)[name];
  if (!schema) return;
  given[name] = fieldValue(name, schema, part.value);
  refuseOtherClient(clientId, given, fields);
  refuseOtherClient(clientId, given[name], []);
  await takers.onField?.(
    name,
    checked(z.object({ [name]: schema }), { [name]: given[name] }, name)[name],
  );
}

function fieldSchemas(operation: OperationShape): Record<string, z.core.$ZodType> {
  const fields = operation.multipart?.fields;
  return fields instanceof z.ZodObject ? fields.shape : {};
}

function isText(schema: z.core.$ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodString;
}

/** A field that is text in the contract stays text; every other field is JSON. */
function fieldValue(name: string, schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'string' || isText(schema)) return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw problem('malformed', `The field ${name} is not valid JSON.`, { cause });
  }
}
