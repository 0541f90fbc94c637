import type { CallReply } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { OwnerContext } from '#api/calls/handlers';
import { runFileVerb, type VerbBody } from '#files/link/file-client';
import type { FILE_VERBS, FileService, FileVerb } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';

type Reply<V extends FileVerb> = CallReply<(typeof FILE_VERBS)[V]>;

/** Makes a function that runs a verb in the child of the caller's host, until the caller disconnects. */
export const makeRunVerb =
  (service: FileService) =>
  <V extends FileVerb>(context: OwnerContext, verb: V, body: VerbBody<V>): Promise<Reply<V>> =>
    runFileVerb(service, fileTarget(context.scope.host), { verb, body, signal: callerGone(context) });

/**
 * Object and detail of a log entry about several paths: the first path is the object; the detail lists all of
 * them, at most 100.
 */
export const loggedPaths = (paths: readonly string[], more: object = {}) =>
  [
    paths[0] ?? '',
    { ...(paths.length > 1 && { paths: paths.slice(0, 100), count: paths.length }), ...more },
  ] as const;
