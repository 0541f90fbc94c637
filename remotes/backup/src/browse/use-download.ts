import { downloadBackup, type CallInput } from '@sitedeck/contract';
import { call, serverAddress } from '@sitedeck/sdk';
import { saveFrom } from '@sitedeck/ui/core';

/** Downloads a point, or one file or folder of it. The shell announces a refusal. */
export function useDownload(): (body: CallInput<typeof downloadBackup>['body']) => Promise<void> {
  return async (body) => {
    const reply = await call(downloadBackup, { body }).catch(() => undefined);
    if (reply) saveFrom(serverAddress(reply.url), '');
  };
}
