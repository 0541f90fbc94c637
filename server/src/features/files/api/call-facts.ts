import { callerGone } from '#api/calls/caller-gone';
import type { OwnerContext } from '#api/calls/handlers';
import { fileTarget } from '#sites/file-target';

/** The host of a call, and the signal that its caller has disconnected. */
export const callerOf = (context: OwnerContext) => ({
  target: fileTarget(context.scope.host),
  signal: callerGone(context),
});

/**
 * Object and detail of a log entry about several paths: the first path is the object; the detail lists all of
 * them, at most 100.
 */
export const loggedPaths = (paths: readonly string[], more: object = {}) =>
  [
    paths[0] ?? '',
    { ...(paths.length > 1 && { paths: paths.slice(0, 100), count: paths.length }), ...more },
  ] as const;
