import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { CAT_LIMIT_BYTES, type CallShape } from '@sitedeck/contract';
import type { LargeText } from '../calls/handlers';
import { checkUnits } from '#files/link/large-text-calls';
import { splitText, TEXT_MEMBER } from '#system/streams/large-text';
import { ByteBuffer } from '#system/streams/line-reader';
import { Refusal } from '#faults/refusal';
import type { Exchange } from './exchange';

const FORM_BYTES = 64 * 1024;
const JSON_BYTES = 4 * 1024 * 1024;
/** Size limit of a body with the largest text, bytes; JSON escapes make the text up to three times as long. */
const TEXT_BYTES = 3 * CAT_LIMIT_BYTES;
/**
 * Drops a body of which nothing arrives for this long, ms. Longer than the front door's own limit, so that
 * the front door answers the sender first.
 */
const SILENT_BODY_MS = 90_000;

const isTextCall = (call: CallShape): boolean => call.path === '/fs/echo';

/** Size limit of a call's body. The child counts the bytes of upload slices itself. */
export function bodyLimitOf(call: CallShape): number {
  if (call.bodyForm === 'form') return FORM_BYTES;
  return isTextCall(call) ? TEXT_BYTES : JSON_BYTES;
}

/** A body whose large text stays in the received bytes, outside the heap, and is not parsed here. */
export class TextBody {
  constructor(
    /** The other fields, with an empty text. */
    readonly rest: unknown,
    readonly large: LargeText | undefined,
  ) {}
}

/** Reads the fields of a urlencoded or multipart form; refuses a form that contains a file. */
export async function readForm(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts({ limits: { fields: 20, fieldSize: FORM_BYTES, files: 0 } })) {
    if (part.type === 'file') throw new Refusal('bad-input', { field: part.fieldname });
    fields[part.fieldname] = part.value;
  }
  return fields;
}

const declaredLength = ({ headers }: FastifyRequest): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/**
 * Whether the complete body is in memory before its handler starts. Upload slices and packages are streamed.
 */
const isHeld = ({ bound: { call }, raw: { request } }: Exchange): boolean =>
  call.bodyForm !== 'upload' && !/gzip/.test(request.headers['content-type'] ?? '');

const isJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');

/** Reserves room for a body before any of it is read. Refuses with `request-too-large`, `too-busy` or `bad-input`. */
export function reserveDeclared(exchange: Exchange): void {
  if (!isHeld(exchange)) return;
  const { call } = exchange.bound;
  const { request } = exchange.raw;
  const limit = bodyLimitOf(call);
  // A chunked JSON body is counted as it arrives. The parser of a chunked form can't count, so a form
  // reserves its limit.
  const isUncounted = request.headers['transfer-encoding'] !== undefined && !isJson(request);
  if (isUncounted && call.bodyForm !== 'form') throw new Refusal('bad-input', { field: 'body' });
  const length = declaredLength(request) ?? (isUncounted ? limit : 0);
  if (length > limit) throw new Refusal('request-too-large');
  exchange.reserve(length);
}

/**
 * Calls `onPiece` for every piece. If that throws, rejects with the error and discards the rest of the body.
 */
function eachPiece(payload: Readable, onPiece: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(new Refusal('bad-input', { field: 'body' }));
    // The sender has already disconnected, so none of the events below will fire.
    if (payload.destroyed) return broken();
    const silent = setTimeout(() => payload.destroy(), SILENT_BODY_MS).unref();
    const read = (piece: Buffer) => {
      silent.refresh();
      try {
        onPiece(piece);
      } catch (error) {
        payload.off('data', read).resume();
        reject(error instanceof Error ? error : new Error('A piece was not taken'));
      }
    };
    for (const end of ['end', 'close']) payload.once(end, () => clearTimeout(silent));
    payload.on('data', read).once('end', resolve).once('error', broken).once('close', broken);
  });
}

/**
 * Reads a body into one buffer outside the heap. Refuses with `request-too-large`, `too-busy`, or with `bad-input` if the
 * body breaks off.
 */
async function readBytes(payload: Readable, request: FastifyRequest): Promise<Buffer> {
  const { exchange } = request;
  if (!exchange) throw new Error('A body was reached past its gate');
  const declared = declaredLength(request);
  const limit = bodyLimitOf(exchange.bound.call);
  const gathered = new ByteBuffer(declared);
  await eachPiece(payload, (piece) => {
    if (gathered.length + piece.length > limit) throw new Refusal('request-too-large');
    if (declared === undefined) exchange.reserve(piece.length);
    gathered.add(piece);
  });
  return gathered.take();
}

function textBody(bytes: Buffer, parse: (text: string) => unknown): TextBody {
  const split = splitText(bytes, TEXT_MEMBER, parse);
  if (!split) throw new Refusal('bad-input', { field: 'body' });
  const { rest, text, units } = split;
  checkUnits(units);
  return new TextBody(rest, text && { text, units });
}

/** Registers parsers for the contract's body forms. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody, { bodyLimit: FORM_BYTES });
  await app.register(multipart);
  // The handler reads the package as a stream and applies limits of its own.
  app.addContentTypeParser(['application/gzip', 'application/x-gzip'], (_request, payload, done) =>
    done(null, payload),
  );
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const parserOf = (request: FastifyRequest) => (text: string) => {
    const result: { error?: Error; value?: unknown } = {};
    // The parser calls back synchronously.
    void parseJson(request, text, (error, value: unknown) => Object.assign(result, { error, value }));
    if (result.error) throw result.error;
    return result.value;
  };
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await readBytes(payload, request);
    if (bytes.length === 0) return undefined;
    const parse = parserOf(request);
    const isText = request.exchange !== null && isTextCall(request.exchange.bound.call);
    return isText ? textBody(bytes, parse) : parse(bytes.toString('utf8'));
  });
}
