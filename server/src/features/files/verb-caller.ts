import type * as contract from '@sitedeck/contract';
import type { FileCalls } from '../../api-core';
import { callerGone } from '../../caller-gone';
import type { OwnerContext } from '../../handlers';
import { fileVerb, type FileService, type FileVerb } from '../../system/files/protocol';
import { fileTarget } from './file-target';

export type VerbCaller = ReturnType<typeof verbCaller>;

/** Asks the child of the caller's host; ends with whoever asked. */
export const verbCaller =
  (service: FileService) =>
  <V extends FileVerb>(context: OwnerContext, verb: V, body: contract.CallInput<FileCalls[V]>['body']) =>
    fileVerb(service, fileTarget(context.scope.host), { verb, body, signal: callerGone(context) });

/** The first of what was named, and the others beside it. */
export const named = (all: readonly string[], more: object = {}) =>
  [
    all[0] ?? '',
    { ...(all.length > 1 && { paths: all.slice(0, 100), count: all.length }), ...more },
  ] as const;
