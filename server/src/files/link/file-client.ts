import { request } from 'node:http';
import type { Readable } from 'node:stream';
import type { CallInput, CallReply, SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { JsonText } from '#system/streams/json-text';
import { outcomeOf, type FILE_VERBS, type FileService, type FileTarget, type FileVerb } from './protocol';

export type VerbBody<V extends FileVerb> = CallInput<(typeof FILE_VERBS)[V]>['body'];
type Reply<V extends FileVerb> = CallReply<(typeof FILE_VERBS)[V]>;

interface VerbRequest<V extends FileVerb> {
  readonly verb: V;
  readonly body: VerbBody<V>;
  readonly signal?: AbortSignal;
}

interface SavedText {
  readonly body: Omit<VerbBody<'writeText'>, 'content'>;
  readonly content: JsonText;
  readonly signal: AbortSignal;
}

/** Like `runFileVerb`, but a reply that the file service sends as text stays text. */
export async function runFileVerbAsText<V extends FileVerb>(
  service: FileService,
  target: FileTarget,
  { verb, body, signal }: VerbRequest<V>,
): Promise<Reply<V> | JsonText> {
  const reply = await service
    .call('verb', { ...target, verb, body }, signal ? { signal } : {})
    .catch((error: unknown) => {
      throw outcomeOf(verb, error);
    });
  // Not checked again: the file service is trusted and has parsed the reply with the call's own schema.
  return reply as Reply<V> | JsonText;
}

/**
 * Runs one verb, with the types of its call: the file service (`files/parent/parent.ts`) passes it to the host's child, whose
 * function of that name (`files/child/verbs`) answers, and parses the reply.
 */
export async function runFileVerb<V extends FileVerb>(
  service: FileService,
  target: FileTarget,
  request: VerbRequest<V>,
): Promise<Reply<V>> {
  const reply = await runFileVerbAsText(service, target, request);
  return reply instanceof JsonText ? (reply.value() as Reply<V>) : reply;
}

/**
 * Saves a text in the JSON form in which it arrived: only the host's own child parses it.
 * @param content a JSON string
 */
export async function saveText(
  service: FileService,
  target: FileTarget,
  { content, body, signal }: SavedText,
): Promise<Reply<'writeText'>> {
  const reply = await service
    .call('verb', { ...target, verb: 'writeText', body }, { text: content, signal })
    .catch((error: unknown) => {
      throw outcomeOf('writeText', error);
    });
  return reply as Reply<'writeText'>;
}

/** Opens a file of a host; its own child reads it under the host's uid, so that no symlink leads out of the tree. */
export async function readHostFile(
  service: FileService,
  target: FileTarget,
  path: SitePath,
): Promise<{ readonly source: Readable; readonly bytes: number }> {
  const grant = { type: 'download', path, static: false } as const;
  const ticket = await service.call('ticket', { ...target, grant });
  if (ticket.is === 'static') throw new Error('A ticket was requested, not a path');
  const { socket: socketPath, ticket: name } = ticket;
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: `/ticket/${name}`, agent: false }, (reply) => {
      const bytes = Number(reply.headers['content-length']);
      if (reply.statusCode === 200 && Number.isSafeInteger(bytes)) return resolve({ source: reply, bytes });
      reply.destroy();
      reject(new Refusal(reply.statusCode === 404 ? 'no-such-file' : 'engine-down'));
    });
    sent.once('error', () => reject(new Refusal('engine-down')));
    sent.end();
  });
}
