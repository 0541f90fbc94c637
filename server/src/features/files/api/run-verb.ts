import type { CallInput } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { OwnerContext } from '#api/calls/handlers';
import { runFileVerb } from '#files/link/file-client';
import type { FILE_VERBS, FileService, FileVerb } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';

export type VerbBody<V extends FileVerb> = CallInput<(typeof FILE_VERBS)[V]>['body'];

/** Sends requests to the child of the caller's host; aborts them when the caller disconnects. */
export const makeRunVerb =
  (service: FileService) =>
  <V extends FileVerb>(context: OwnerContext, verb: V, body: VerbBody<V>) =>
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
