import type { FastifyInstance, FastifyRequest } from 'fastify';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { CAT_LIMIT_BYTES, type CallShape } from '@sitedeck/contract';
import { Refusal } from '../system/refusal';

const FORM_BYTES = 64 * 1024;
const JSON_BYTES = 4 * 1024 * 1024;
/** A text of the largest size, with room for what JSON escapes. */
const TEXT_BYTES = 3 * CAT_LIMIT_BYTES;

/** Most bytes a call's body may have; slices of an upload are counted by whoever reads them. */
export function bodyLimitOf(call: CallShape): number {
  if (call.bodyForm === 'form') return FORM_BYTES;
  return call.path === '/fs/echo' ? TEXT_BYTES : JSON_BYTES;
}

/** Fields of a form, urlencoded or multipart; a file in it is refused. */
export async function readForm(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts({ limits: { fields: 20, fieldSize: FORM_BYTES, files: 0 } })) {
    if (part.type === 'file') throw new Refusal('bad-input', { field: part.fieldname });
    fields[part.fieldname] = part.value;
  }
  return fields;
}

/** Teaches an instance the body forms of the contract. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody, { bodyLimit: FORM_BYTES });
  await app.register(multipart);
  // A package is read by whoever asked for it, byte by byte, and held to limits of its own.
  app.addContentTypeParser(['application/gzip', 'application/x-gzip'], (_request, payload, done) =>
    done(null, payload),
  );
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseJson(request, typeof body === 'string' ? body : body.toString('utf8'), done);
  });
}
